"""Tools that take what their schema refuses, or refuse what it takes."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field, field_validator, model_validator

from forge_harness import _register, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "book_table": ("arguments",),
    "set_thermostat": ("arguments",),
    "find_flights": ("valid_arguments_are_accepted",),
    "rename_project": ("arguments",),
    "schedule_call": ("valid_arguments_are_accepted",),
    "mix_paint": ("arguments",),
    "list_seats": (
        "schema_and_model_agree",
        "valid_calls_do_not_crash",
        "call_returns",
        "valid_arguments_are_accepted",
    ),
    "reserve_car": ("schema_and_model_agree", "valid_calls_do_not_crash", "arguments", "call_returns"),
    "print_labels": ("arguments", "types_are_present"),
}


def _to_int(value: object) -> object:
    return 2 if value is None else value


class TableArgs(BaseModel):
    guests: Annotated[int, BeforeValidator(_to_int)] = Field(ge=1, le=12, description="How many guests come.")


@forge_tool(args_schema=TableArgs, tier="write")
def book_table(args: TableArgs) -> dict:
    """Book a table for tonight."""
    return {"guests": args.guests, "table": 4}


class ThermostatArgs(BaseModel):
    degrees: float = Field(ge=5, le=30, description="Wanted temperature, in degrees Celsius.")

    @field_validator("degrees", mode="wrap")
    @classmethod
    def _forgive(cls, value: object, handler: Any) -> float:
        try:
            return handler(value)
        except ValueError:
            return 20.0


@forge_tool(args_schema=ThermostatArgs, tier="write")
def set_thermostat(args: ThermostatArgs) -> dict:
    """Set the temperature of the meeting room."""
    return {"degrees": args.degrees}


class FlightArgs(BaseModel):
    origin: str = Field(min_length=3, max_length=3, description="Airport code to start from.")
    passengers: int = Field(default=1, ge=1, le=9, description="How many travel.")

    @field_validator("passengers")
    @classmethod
    def _few(cls, passengers: int) -> int:
        if passengers > 8:
            raise ValueError("too many passengers")
        return passengers


@forge_tool(args_schema=FlightArgs, tier="read")
def find_flights(args: FlightArgs) -> dict:
    """Find flights that leave today."""
    return {"origin": args.origin, "flights": [], "passengers": args.passengers}


class RenameLoosely(BaseModel):
    project: int = Field(ge=1, le=100_000, description="Number of the project.")

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {"project": 1, **data}
        return data


@forge_tool(args_schema=RenameLoosely, tier="write")
def rename_project(args: RenameLoosely) -> dict:
    """Give a project its standard name."""
    return {"project": args.project}


class CallArgs(BaseModel):
    start: int = Field(ge=0, le=23, description="Hour in which the call starts.")
    end: int = Field(ge=0, le=23, description="Hour in which the call ends.")

    @field_validator("start")
    @classmethod
    def _office(cls, start: int) -> int:
        assert 8 <= start <= 18, "outside of office hours"
        return start


@forge_tool(args_schema=CallArgs, tier="write")
def schedule_call(args: CallArgs) -> dict:
    """Schedule a call with the customer."""
    return {"start": args.start, "end": args.end}


class PaintArgs(BaseModel):
    litres: int = Field(description="How many litres.", json_schema_extra={"minimum": 1, "maximum": 50})
    colour: Literal["red", "green", "blue"] = Field(description="The colour.")


@forge_tool(args_schema=PaintArgs, tier="write")
def mix_paint(args: PaintArgs) -> dict:
    """Mix paint of a colour."""
    return {"litres": args.litres, "colour": args.colour}


_register(
    name="list_seats",
    description="List the free seats of a train, by coach.",
    input_schema={
        "type": "object",
        "properties": {
            "train": {"type": "integer", "minimum": 1, "maximum": 9999, "description": "Number of the train."},
            "coach_number": {"type": "integer", "minimum": 1, "maximum": 20, "description": "Number of the coach."},
        },
        "required": ["train"],
        "additionalProperties": False,
    },
    impl=lambda train, coach=1: {"train": train, "coach": coach, "free": [11, 12]},
)


def _reserve(car: str, days: int, insurance: bool) -> dict[str, Any]:
    return {"car": car, "days": days, "insurance": insurance}


_register(
    name="reserve_car",
    description="Reserve a car of a class for some days.",
    input_schema={
        "type": "object",
        "properties": {
            "car": {"type": "string", "enum": ["small", "van"], "description": "Class of the car."},
            "days": {"type": "integer", "minimum": 1, "maximum": 30, "description": "For how many days."},
        },
        "required": ["car", "days"],
        "additionalProperties": False,
    },
    impl=_reserve,
)


class LabelArgs(BaseModel):
    copies: int = Field(strict=False, ge=1, le=99, description="How many copies.")
    size: str = Field(pattern=r"^A[3-6]$", description="Paper size, for example A4.")

    @field_validator("size", mode="plain")
    @classmethod
    def _any(cls, size: object) -> str:
        return str(size).upper()


@forge_tool(args_schema=LabelArgs, tier="write")
def print_labels(args: LabelArgs) -> dict:
    """Print address labels."""
    return {"copies": args.copies, "size": args.size}
