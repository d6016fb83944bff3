"""Models forward and backward, in-place and out forms, gradients."""
import copy
import unittest

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.checkpoint import checkpoint

from support import NEW, both, same


def copy_of(model):
    return copy.deepcopy(model).npu()


def gradients(function, *inputs):
    outputs = function(*inputs)
    outputs.float().pow(2).sum().backward()
    return [outputs.detach()] + [i.grad for i in inputs if isinstance(i, torch.Tensor) and i.requires_grad]


class Training(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(11)

    def train(self, model, x, target, loss, make_optimizer, steps=3):
        twin = copy_of(model)
        pairs = []
        for net, a, b in ((model, x, target), (twin, x.npu(), target.npu())):
            optimizer = make_optimizer(net.parameters())
            losses = []
            for _ in range(steps):
                optimizer.zero_grad()
                value = loss(net(a), b)
                value.backward()
                optimizer.step()
                losses.append(value.detach().cpu())
            pairs.append(losses)
        torch.testing.assert_close(pairs[1], pairs[0])
        for ours, theirs in zip(twin.parameters(), model.parameters()):
            same(self, ours.detach(), theirs.detach())

    def test_mlp_with_sgd(self):
        model = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.LayerNorm(16), nn.Linear(16, 3))
        self.train(model, torch.randn(8, 10), torch.randint(0, 3, (8,)), F.cross_entropy,
                   lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9))

    def test_mlp_with_adam(self):
        model = nn.Sequential(nn.Linear(10, 16), nn.GELU(), nn.Linear(16, 1), nn.Sigmoid())
        self.train(model, torch.randn(8, 10), torch.rand(8, 1), F.mse_loss, lambda p: torch.optim.Adam(p, lr=0.01))

    def test_convolutions(self):
        model = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2),
                              nn.ConvTranspose2d(4, 2, 2, stride=2), nn.Flatten(), nn.Linear(2 * 64, 3))
        self.train(model, torch.randn(4, 1, 8, 8), torch.randint(0, 3, (4,)), F.cross_entropy,
                   lambda p: torch.optim.SGD(p, lr=0.1))

    def test_attention(self):
        model = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
        self.train(model, torch.randn(2, 5, 16), torch.randn(2, 5, 16), F.mse_loss,
                   lambda p: torch.optim.SGD(p, lr=0.05))

    def test_embedding_and_gru(self):
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.embedding, self.gru, self.end = nn.Embedding(7, 6), nn.GRU(6, 8), nn.Linear(8, 2)

            def forward(self, x):
                return self.end(self.gru(self.embedding(x))[0][-1])
        self.train(Net(), torch.randint(0, 7, (4, 3)), torch.randint(0, 2, (3,)), F.cross_entropy,
                   lambda p: torch.optim.SGD(p, lr=0.1))

    def test_gradients(self):
        x = torch.randn(4, 5, requires_grad=True)
        for function in (torch.relu, torch.sigmoid, torch.tanh, lambda t: t.softmax(1), lambda t: t.log_softmax(0),
                         F.gelu, F.silu, lambda t: t @ t.t(), lambda t: t[1:, ::2], lambda t: t[[0, 0, 2]],
                         lambda t: torch.cat([t, t * 2]), lambda t: F.layer_norm(t, (5,)), lambda t: t.sum(1),
                         lambda t: t.max(1)[0], lambda t: t.cumsum(1), lambda t: t.std(0), lambda t: t.norm(),
                         lambda t: t.t().expand(2, 5, 4), lambda t: t.clamp(-0.5, 0.5), lambda t: t.to(torch.bfloat16)):
            wanted = gradients(function, x.detach().clone().requires_grad_())
            got = gradients(function, x.detach().npu().requires_grad_())
            same(self, got, wanted)

    def test_in_place_and_out(self):
        x, y = torch.randn(6, 4), torch.randn(4)
        for change in (lambda t: t.relu_(), lambda t: t.add_(1), lambda t: t.mul_(2), lambda t: t.zero_(),
                       lambda t: t.fill_(3), lambda t: t.clamp_(0, 1), lambda t: t[1:3].add_(5),
                       lambda t: t.t()[1].relu_(), lambda t: t.uniform_(2, 2), lambda t: t.exp_()):
            def work(t):
                t = t.clone()
                change(t)
                return t
            both(self, work, x)
        both(self, lambda a, b: torch.add(a, b, out=torch.empty_like(a)), x, y)
        both(self, lambda a, b: torch.add(a, b, alpha=2), x, y)
        both(self, lambda a: torch.relu(a.t()), x)
        both(self, lambda a: torch.softmax(a.t(), 0), x)
        both(self, lambda a: torch.sum(a, 1, out=a.new_empty(6)), x)
        both(self, lambda a: torch.max(a, 0), x)
        both(self, lambda a: torch.sort(a, 1), x)

    def test_types_are_promoted(self):
        a, b = torch.arange(4), torch.randn(4)
        both(self, lambda p, q: p + q, a, b)
        both(self, lambda p: p + 1, a)
        both(self, lambda p: p + 1.5, a)
        both(self, lambda p: p / 2, a)
        both(self, lambda p, q: p + q, b.half(), b)
        both(self, lambda p, q: p + q, torch.randn(3, 1, 4), torch.randn(2, 1))
        both(self, lambda p: p + 1.5, b.bfloat16())
        both(self, lambda p: 2 - p, b)

    @unittest.skipUnless(NEW, "PyTorch 1.13 has no autocast for this device")
    def test_autocast(self):
        x = torch.randn(3, 4).npu()
        with torch.autocast("npu", dtype=torch.bfloat16):
            self.assertEqual((x @ x.t()).dtype, torch.bfloat16)
            self.assertEqual(torch.softmax(x.half(), 1).dtype, torch.float32)
        self.assertEqual((x @ x.t()).dtype, torch.float32)

    def test_checkpoint(self):
        w, x = torch.randn(4, 4), torch.randn(2, 4)

        def run(weight, value):
            value = value.clone().requires_grad_()
            checkpoint(lambda v: torch.relu(v @ weight), value, use_reentrant=False).sum().backward()
            return value.grad
        both(self, run, w, x)


if __name__ == "__main__":
    unittest.main()
