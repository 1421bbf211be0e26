import pytest

from pytest_forge.cassettes.playing.intercept.patching import Patch


class Greeter:
    def greet(self) -> str:
        return "hello"


class Heir(Greeter):
    pass


def louder(real):
    return lambda self: real(self) + "!"


def politer(real):
    return lambda self: "well, " + real(self)


def test_a_method_is_wrapped_and_is_then_the_very_same():
    original = vars(Greeter)["greet"]

    with Patch(Greeter, "greet", louder):
        said = Greeter().greet()

    assert said == "hello!"
    assert vars(Greeter)["greet"] is original


def test_an_inherited_method_is_uncovered_again():
    with Patch(Heir, "greet", louder):
        said = Heir().greet()

    assert said == "hello!"
    assert "greet" not in vars(Heir)


@pytest.mark.parametrize("first_leaves_first", [True, False])
def test_sessions_may_leave_in_any_order(first_leaves_first):
    original = vars(Greeter)["greet"]
    first, second = Patch(Greeter, "greet", louder), Patch(Greeter, "greet", politer)
    first.__enter__()
    second.__enter__()
    both = Greeter().greet()

    (first if first_leaves_first else second).__exit__(None, None, None)
    one = Greeter().greet()
    (second if first_leaves_first else first).__exit__(None, None, None)

    assert (both, one) == ("well, hello!", "well, hello" if first_leaves_first else "hello!")
    assert vars(Greeter)["greet"] is original


def test_the_same_wrap_twice_is_two():
    with Patch(Greeter, "greet", louder), Patch(Greeter, "greet", louder):
        said = Greeter().greet()

    assert said == "hello!!"
