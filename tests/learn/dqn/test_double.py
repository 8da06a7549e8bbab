"""Double Q-learning: targets by hand, masks everywhere, priorities from the same forward pass."""

import numpy as np
import pytest
import torch

from asobiba.core.errors import StateError
from asobiba.learn.dqn.double import LEAST_PRIORITY, DoubleDQN, double_target
from asobiba.learn.networks import NEVER, CandidateNetwork

ACTIONS, INPUTS = 3, 4


def network(seed: int = 0) -> CandidateNetwork:
    torch.manual_seed(seed)
    return CandidateNetwork([0.1] * INPUTS, 8)


def rows(count: int, seed: int = 0) -> dict[str, np.ndarray]:
    dice = np.random.default_rng(seed)
    legal = dice.random((count, ACTIONS)) < 0.7
    legal[:, 0] = True
    return {
        "state": dice.integers(0, 9, (count, ACTIONS, INPUTS), np.uint8),
        "legal": legal,
        "action": np.zeros(count, np.uint8),
        "reward": dice.normal(size=count).astype(np.float32),
        "discount": np.full(count, 0.9, np.float32),
        "next_state": dice.integers(0, 9, (count, ACTIONS, INPUTS), np.uint8),
        "next_legal": legal.copy(),
    }


def test_the_online_network_chooses_and_the_target_network_judges() -> None:
    online = torch.tensor([[1.0, 5.0, 9.0], [1.0, 5.0, 9.0], [7.0, 5.0, 9.0]])
    target = torch.tensor([[10.0, 20.0, 30.0]] * 3)
    legal = torch.tensor([[True, True, False], [True, True, True], [True, False, False]])
    rewards, discounts = torch.tensor([1.0, 1.0, 1.0]), torch.tensor([0.5, 0.0, 0.5])

    # Best legal online: action 1, worth 20 there. A discount of 0 ends it. Only action 0 is legal: 10.
    assert double_target(rewards, discounts, online, target, legal).tolist() == [11.0, 1.0, 6.0]


def test_a_state_without_legal_actions_is_worth_nothing() -> None:
    values, none = torch.full((1, 3), NEVER), torch.zeros(1, 3, dtype=torch.bool)

    assert double_target(torch.tensor([2.0]), torch.tensor([0.9]), values, values, none).tolist() == [2.0]


def test_values_of_illegal_actions_are_out_of_reach_and_do_not_count() -> None:
    batch = rows(5)
    net = network()
    before = net.values(batch["state"], batch["legal"])
    batch["state"][~batch["legal"]] = 255
    after = net.values(batch["state"], batch["legal"])

    assert (before[~batch["legal"]] == np.float32(NEVER)).all()
    assert (before == after).all()


def test_advantages_are_measured_from_the_mean_of_the_legal_ones() -> None:
    batch, net = rows(6), network()
    values, legal = net.values(batch["state"], batch["legal"]), batch["legal"]
    hidden = torch.relu(net.second(torch.relu(net.first(torch.tensor(batch["state"]).float() * net.scale))))
    mean = (hidden * torch.tensor(legal)[..., None]).sum(1) / torch.tensor(legal.sum(1, keepdims=True))
    expected = net.value(mean).squeeze(1).detach().numpy()

    found = [values[i][legal[i]].mean() for i in range(6)]
    assert found == pytest.approx(expected, abs=1e-5)


def test_priorities_are_the_errors_before_the_update() -> None:
    learner = DoubleDQN(network, learning_rate=0.01, target_every=1000)
    batch = rows(4)
    online = torch.tensor(learner.online.values(batch["next_state"], batch["next_legal"]))
    target = torch.tensor(learner.target.values(batch["next_state"], batch["next_legal"]))
    tensors = {name: torch.tensor(batch[name]) for name in ("reward", "discount", "next_legal")}
    wanted = double_target(tensors["reward"], tensors["discount"], online, target, tensors["next_legal"])
    value = learner.online.values(batch["state"], batch["legal"])[:, 0]
    learned = learner.update(batch)

    assert learned.priorities == pytest.approx(np.abs(wanted.numpy() - value) + LEAST_PRIORITY, abs=1e-6)


def test_importance_weights_scale_the_loss() -> None:
    losses = [
        DoubleDQN(network, learning_rate=0.01, target_every=9).update(rows(4), weights).loss
        for weights in (None, np.full(4, 0.5, np.float32))
    ]

    assert losses[1] == pytest.approx(losses[0] / 2)


def test_the_target_is_copied_after_so_many_updates() -> None:
    learner = DoubleDQN(network, learning_rate=0.01, target_every=3)
    same = []
    for _ in range(4):
        learner.update(rows(4))
        same.append(torch.equal(learner.online.first.weight, learner.target.first.weight))

    assert same == [False, False, True, False]


def test_the_average_follows_fast_at_first_and_slowly_later() -> None:
    learner = DoubleDQN(network, learning_rate=0.01, target_every=1000, average=0.25)
    mean = learner.online.first.bias.detach().numpy().copy()
    for number, step in enumerate((9 / 10, 9 / 11, 3 / 4, 3 / 4)):
        learner.update(rows(4, number))
        mean += step * (learner.online.first.bias.detach().numpy() - mean)

    assert learner.averaged.first.bias.detach().numpy() == pytest.approx(mean, abs=1e-6)


def test_values_that_can_be_known_are_learned() -> None:
    """One state whose three actions bring 1, 2 and 3 and end the game."""
    learner = DoubleDQN(network, learning_rate=0.01, target_every=10)
    state = np.eye(ACTIONS, INPUTS, dtype=np.uint8)[None] * 10
    legal = np.ones((3, ACTIONS), np.bool_)
    batch = {
        "state": np.repeat(state, 3, 0),
        "legal": legal,
        "action": np.arange(3, dtype=np.uint8),
        "reward": np.array([1, 2, 3], np.float32),
        "discount": np.zeros(3, np.float32),
        "next_state": np.repeat(state, 3, 0),
        "next_legal": legal,
    }
    for _ in range(300):
        learner.update(batch)

    assert learner.online.values(state, legal[:1])[0] == pytest.approx([1, 2, 3], abs=0.05)


def test_a_restored_learner_goes_on_bit_for_bit() -> None:
    one, twin = (DoubleDQN(lambda s=s: network(s), learning_rate=0.01, target_every=3) for s in (1, 2))  # type: ignore[misc]
    for number in range(5):
        one.update(rows(8, number))
    twin.restore({name: array.copy() for name, array in one.state().items()})
    losses = [[learner.update(rows(8, number)).loss for number in range(5, 9)] for learner in (one, twin)]

    assert losses[0] == losses[1]
    assert all((array == twin.state()[name]).all() for name, array in one.state().items())


def test_a_loss_that_is_no_number_ends_the_training_with_a_sentence() -> None:
    learner, batch = DoubleDQN(network, learning_rate=0.01, target_every=10), rows(8)
    learner.update(batch)
    before = learner.online.weights()
    batch["reward"][3] = np.inf

    with pytest.raises(StateError, match=r"after 1 updates the loss is no longer a number: the learning rate or"):
        learner.update(batch)
    assert all((before[name] == array).all() for name, array in learner.online.weights().items())
