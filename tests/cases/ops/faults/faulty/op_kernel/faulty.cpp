// Mistakes that kernels make, each chosen by the attribute `kind`. Only core 1 of 2 makes it, so that the report has
// to name the right one. The test looks for the line that carries the comment `// kind N`.
#include "kernel_operator.h"
#include "faulty_tiling.h"

using namespace AscendC;

namespace mistakes {

__simt_vf__ LAUNCH_BOUND(64) inline void Wild(__gm__ float *y, int64_t far)
{
    y[threadIdx.x * far] = 1.0f; // kind 10
}

__simt_vf__ LAUNCH_BOUND(64) inline void BehindUB(__ubuf__ float *t)
{
    t[threadIdx.x + 100000] = 1.0f; // kind 26
}

__simt_vf__ LAUNCH_BOUND(64) inline void BehindGM(__gm__ float *y, int64_t n)
{
    y[threadIdx.x * n] = 1.0f; // kind 27
}

__simd_vf__ inline void Registers(__ubuf__ float *t, int64_t kind)
{
    Reg::RegTensor<float> r;
    Reg::RegTensor<uint32_t> i;
    Reg::MaskReg all = Reg::CreateMask<float>();
    if (kind == 24) {
        Reg::LoadAlign(r, t + 3); // kind 24
    }
    Reg::Duplicate(r, 1.0f);
    Reg::Duplicate(i, uint32_t(1) << 20);
    if (kind == 25) {
        Reg::StoreAlign(t + 65536, r, all); // kind 25
    }
    if (kind == 28) {
        Reg::Gather(r, t, i, all); // kind 28
    }
    if (kind == 29) {
        Reg::LoadAlign(r, t - 65536); // kind 29
    }
    Reg::StoreAlign(t, r, all);
}

class Kernel {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, const FaultyTiling &tiling)
    {
        count_ = static_cast<int32_t>(tiling.perCore);
        kind_ = GetBlockIdx() == 1 ? tiling.kind : 0;
        y_ = (__gm__ float *)y;
        xGm_.SetGlobalBuffer((__gm__ float *)x + count_ * GetBlockIdx(), count_);
        yGm_.SetGlobalBuffer((__gm__ float *)y + count_ * GetBlockIdx(), count_);
        pipe_.InitBuffer(in_, 2, 4096);
        pipe_.InitBuffer(out_, 1, 4096);
        if (kind_ == 1) {
            pipe_.InitBuffer(big_, 1 << 20); // kind 1
        } else {
            pipe_.InitBuffer(big_, 4096);
        }
    }

    __aicore__ inline void Process()
    {
        LocalTensor<float> x = in_.AllocTensor<float>();
        DataCopyExtParams copy{1, static_cast<uint32_t>(count_ * sizeof(float)), 0, 0, 0};
        DataCopyPadExtParams<float> pad{false, 0, 0, 0};
        DataCopyPad(x, xGm_, copy, pad);
        in_.EnQue(x);
        Local(x);
        x = in_.DeQue<float>();
        LocalTensor<float> y = out_.AllocTensor<float>();
        Adds(y, x, 1.0f, count_);
        Global(y);
        Scalar();
        in_.FreeTensor(x);
        if (kind_ == 6) {
            in_.FreeTensor(x); // kind 6
        }
        out_.EnQue(y);
        y = out_.DeQue<float>();
        DataCopyPad(yGm_, y, copy);
        out_.FreeTensor(y);
    }

private:
    __aicore__ inline void Local(LocalTensor<float> &x)
    {
        LocalTensor<float> t = big_.Get<float>();
        switch (kind_) {
        case 2:
            Adds(t[1], t[16], 1.0f, 8); // kind 2
            break;
        case 3:
            Adds(t, t, 1.0f, 1 << 16); // kind 3
            break;
        case 4:
            in_.EnQue(x); // kind 4
            break;
        case 5:
            out_.DeQue<float>(); // kind 5
            break;
        case 7:
            in_.AllocTensor<float>();
            in_.AllocTensor<float>(); // kind 7
            break;
        case 8:
            t.SetValue(1 << 22, 1.0f); // kind 8
            break;
        case 19:
            Adds(t, t, 1.0f, 64, 300, {1, 1, 8, 8}); // kind 19
            break;
        case 20: {
            LocalTensor<int64_t> w = t.ReinterpretCast<int64_t>();
            uint64_t mask[2] = {uint64_t(1) << 40, 0};
            Add(w, w, w, mask, 1, {1, 1, 1, 8, 8, 8}); // kind 20
            break;
        }
        case 21:
            DataCopyPad(t[1], xGm_, {1, 4, 0, 0, 0}, {false, 0, 0, 0.0f}); // kind 21
            break;
        case 22:
            DataCopyPad(t, xGm_, {2, 32, -32, 200, 0}, {false, 0, 0, 0.0f}); // kind 22
            break;
        case 23:
            DataCopyPad(t, xGm_, {5000, 4, 0, 0, 0}, {false, 0, 0, 0.0f}); // kind 23
            break;
        case 24:
        case 25:
        case 28:
        case 29:
            asc_vf_call<Registers>((__ubuf__ float *)t.GetPhyAddr(), kind_);
            break;
        case 26:
            asc_vf_call<BehindUB>(dim3(64), (__ubuf__ float *)t.GetPhyAddr());
            break;
        case 30: {
            LocalTensor<uint8_t> bits = t.ReinterpretCast<uint8_t>();
            Compare(bits, x, x, CMPMODE::LT, 1 << 16); // kind 30
            break;
        }
        case 31:
            WholeReduceSum(t, t, 64, 256, 1, 1, 8); // kind 31
            break;
        default:
            break;
        }
    }

    __aicore__ inline void Global(LocalTensor<float> &y)
    {
        switch (kind_) {
        case 9:
            DataCopy(yGm_[1024], y, 1024); // kind 9
            break;
        case 10:
            asc_vf_call<Wild>(dim3(64), y_, int64_t(1) << 40);
            break;
        case 27:
            asc_vf_call<BehindGM>(dim3(64), y_, int64_t(count_));
            break;
        case 11:
            yGm_.SetValue(int64_t(1) << 40, 1.0f); // kind 11
            break;
        case 12: {
            GlobalTensor<float> none;
            none.SetGlobalBuffer((__gm__ float *)nullptr, 64);
            DataCopy(none, y, 64); // kind 12
            break;
        }
        default:
            break;
        }
    }

    // A recursion the compiler cannot turn into a loop.
    __attribute__((noinline)) int64_t Deep(volatile int64_t *above)
    {
        volatile int64_t here[64];
        here[kind_] = *above; // kind 17
        return Deep(here) + here[1];
    }

    __aicore__ inline void Scalar()
    {
        volatile int64_t zero = 0;
        switch (kind_) {
        case 13:
            assert(count_ == 0); // kind 13
            break;
        case 14:
            SyncAll(); // kind 14
            break;
        case 15:
            kind_ = kind_ / zero; // kind 15
            break;
        case 16:
            trap(); // kind 16
            break;
        case 17:
            Deep(&zero);
            break;
        case 18:
            *(volatile int64_t *)zero = 1; // kind 18
            break;
        default:
            break;
        }
    }

    TPipe pipe_;
    TQue<TPosition::VECIN, 2> in_;
    TQue<TPosition::VECOUT, 1> out_;
    TBuf<TPosition::VECCALC> big_;
    GlobalTensor<float> xGm_;
    GlobalTensor<float> yGm_;
    __gm__ float *y_ = nullptr;
    int32_t count_ = 0;
    int64_t kind_ = 0;
};

} // namespace mistakes

extern "C" __global__ __aicore__ void faulty(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling)
{
    (void)workspace;
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    REGISTER_TILING_DEFAULT(FaultyTiling);
    GET_TILING_DATA_WITH_STRUCT(FaultyTiling, data, tiling);
    mistakes::Kernel kernel;
    kernel.Init(x, y, data);
    kernel.Process();
}
