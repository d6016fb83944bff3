// Runs the suites of the aclnn layer. A package of the test operators is written to a scratch folder first.
#include "aclnn_tests.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace fs = std::filesystem;

aclTensor *MakeTensor(const Dims &dims, void *data, aclDataType type)
{
    aclTensor *t = aclCreateTensor(dims.data(), dims.size(), type, nullptr, 0, ACL_FORMAT_ND, dims.data(), dims.size(), data);
    ck_assert_ptr_nonnull(t);
    return t;
}
aclTensor *MakeView(const Dims &dims, const Dims &strides, int64_t offset, const Dims &storage, void *data, aclDataType type)
{
    aclTensor *t = aclCreateTensor(dims.data(), dims.size(), type, strides.data(), offset, ACL_FORMAT_ND, storage.data(),
                                   storage.size(), data);
    ck_assert_ptr_nonnull(t);
    return t;
}

namespace l0op {
OP_TYPE_REGISTER(Twice);
const aclTensor *Twice(const aclTensor *x, const aclTensor *other, float scale, aclOpExecutor *executor)
{
    L0_DFX(Twice, x, other, scale);
    aclTensor *y = executor->AllocTensor(x->GetDataType(), x->GetStorageFormat(), x->GetOriginalFormat());
    CHECK_RET(y != nullptr, nullptr);
    CHECK_RET(INFER_SHAPE(Twice, OP_INPUT(x, other), OP_OUTPUT(y), OP_ATTR(scale)) == ACLNN_SUCCESS, nullptr);
    CHECK_RET(ADD_TO_LAUNCHER_LIST_AICORE(Twice, OP_INPUT(x, other), OP_OUTPUT(y), OP_ATTR(scale)) == ACLNN_SUCCESS, nullptr);
    return y;
}
} // namespace l0op

aclnnStatus aclnnTwiceGetWorkspaceSize(const aclTensor *x, const aclTensor *other, float scale, aclTensor *y,
                                       uint64_t *workspaceSize, aclOpExecutor **executor)
{
    L2_DFX_PHASE_1(aclnnTwice, DFX_IN(x, other), DFX_OUT(y));
    auto unique = CREATE_EXECUTOR();
    const aclTensor *dense = l0op::Contiguous(x, unique.get());
    CHECK_RET(dense != nullptr, ACLNN_ERR_INNER_NULLPTR);
    const aclTensor *made = l0op::Twice(dense, other, scale, unique.get());
    CHECK_RET(made != nullptr, ACLNN_ERR_INNER_NULLPTR);
    CHECK_RET(l0op::ViewCopy(made, y, unique.get()) != nullptr, ACLNN_ERR_INNER_NULLPTR);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}
aclnnStatus aclnnTwice(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream)
{
    L2_DFX_PHASE_2(aclnnTwice);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

aclnnStatus Run(uint64_t workspaceSize, aclOpExecutor *executor)
{
    void *workspace = nullptr;
    if (workspaceSize > 0)
        ck_assert_int_eq(aclrtMalloc(&workspace, workspaceSize, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    aclnnStatus status = aclnnTwice(workspace, workspaceSize, executor, nullptr);
    if (status == 0)
        status = aclrtSynchronizeStream(nullptr);
    if (workspace != nullptr)
        aclrtFree(workspace);
    return status;
}

std::string LastError()
{
    const char *text = aclGetRecentErrMsg();
    return text ? text : "";
}

static void WriteOperator(const fs::path &root, const std::string &op, const std::string &inputs, const std::string &cells,
                          const char *object)
{
    fs::path folder = root / "ascend950" / op, config = root / "config/ascend950";
    std::string stem = op == "twice" ? "Twice_float32" : "TwiceAll_float32", type = stem.substr(0, stem.find('_'));
    fs::create_directories(folder);
    fs::create_directories(config);
    fs::copy_file(object, folder / (stem + ".o"), fs::copy_options::overwrite_existing);
    std::ofstream(folder / (stem + ".json"))
        << "{\"binFileName\": \"" << stem << "\", \"coreType\": \"VectorCore\", \"compileInfo\": {}, \"kernelList\": "
        << "[{\"kernelName\": \"" << stem << "_7\"}], \"opParaSize\": 24, \"blockDim\": -1}";
    std::ofstream(config / (op + ".json"))
        << "{\"binList\": [{\"simplifiedKeyMode\": 0, \"simplifiedKey\": [\"" << type << "/d=0,p=1" << cells << "\"],"
        << "\"optionalInputMode\": \"gen_placeholder\", \"inputs\": " << inputs
        << ", \"outputs\": " << (op == "twice" ? "" : "[") << "[{\"name\": \"y\"}]" << (op == "twice" ? "" : "]")
        << ", \"binInfo\": {\"jsonFilePath\": \"ascend950/" << op << "/" << stem << ".json\"}}]}";
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 6) {
        std::fprintf(stderr, "usage: aclnn_tests TWICE.o TWICE_ALL.o HOST.so [CHIP CORES]\n");
        return 2;
    }
    fs::path root = fs::temp_directory_path() / ("opf-aclnn-test-" + std::to_string(getpid()));
    WriteOperator(root, "twice", "[{\"name\": \"x\"}, {\"name\": \"other\", \"paramType\": \"optional\"}]", "/0,2/0,2", argv[1]);
    WriteOperator(root, "twice_all", "[[{\"name\": \"x\"}]]", "/0,2/0,2", argv[2]);
    setenv("OPF_KERNEL_PATH", root.c_str(), 1);
    setenv("OPF_HOST_PATH", argv[3], 1);
    setenv("OPF_SOC", argc == 6 ? argv[4] : "ascend950", 1);
    if (argc != 6)
        unsetenv("OPF_CORES");
    unsetenv("ASCEND_OPP_PATH");
    unsetenv("ASCEND_CUSTOM_OPP_PATH");
    aclInit(nullptr);
    aclrtSetDevice(0);
    SRunner *runner = srunner_create(argc == 6 ? chip_suite(std::atoi(argv[5])) : objects_suite());
    for (auto suite : {views_suite, launch_suite, generated_suite, cores_suite})
        if (argc != 6)
            srunner_add_suite(runner, suite());
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    std::printf("%d passed, %d failed\n", srunner_ntests_run(runner) - failed, failed);
    srunner_free(runner);
    std::error_code ignored;
    fs::remove_all(root, ignored);
    return failed != 0;
}
