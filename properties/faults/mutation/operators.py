"""Which changes make a mutant: those of mutmut, and ours for what it leaves out. Needs the extra `mutation`.

An operator is given a node of the syntax tree and answers the nodes that could stand in its place. What is no behaviour is left alone: annotations,
imports, docstrings and type variables; so is a `with`, for a lock that is left out is told by chance alone (see the faults that race). A change that
leaves the syntax tree as it was is none.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias, TypeVar

import libcst as cst
from mutmut.mutation.mutators import mutation_operators as OF_MUTMUT  # noqa: N812 - a constant of theirs in lower case

from properties.faults.mutation.mutant import MODULES, Mutant, mutant_between, text_of

Operator: TypeAlias = Callable[..., Iterable[cst.CSTNode]]
"""What could stand in the place of a node."""

T = TypeVar("T")

NO_BEHAVIOUR: Final = (cst.Annotation, cst.Import, cst.ImportFrom)

COMPARISONS: Final = (cst.Equal, cst.NotEqual, cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual)
ARITHMETIC: Final = (cst.Add, cst.Subtract, cst.Multiply, cst.FloorDivide)
EXTREMES: Final = {"min": "max", "max": "min"}
NOTHING: Final = cst.Tuple(())


def negated(value: cst.BaseExpression) -> cst.BaseExpression:
    """`not` before a value, with what parentheses that takes."""
    inner = value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.UnaryOperation(cst.Not(), inner, lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def code_of(node: cst.CSTNode) -> str:
    """The text of a node."""
    code: str = cst.Module([]).code_for_node(node)
    return code


def without(parts: Sequence[T]) -> Iterator[list[T]]:
    """The parts but for one, each in turn."""
    return ([*parts[:at], *parts[at + 1 :]] for at in range(len(parts)))


def in_other_order(parts: Sequence[T]) -> Iterator[list[T]]:
    """The parts with two neighbours exchanged, each two in turn."""
    return ([*parts[:at], right, left, *parts[at + 2 :]] for at, (left, right) in enumerate(pairwise(parts)))


def another_comparison(node: cst.ComparisonTarget) -> Iterator[cst.CSTNode]:
    """Each other comparison of order."""
    if isinstance(node.operator, COMPARISONS):
        yield from (node.with_changes(operator=other()) for other in COMPARISONS if not isinstance(node.operator, other))


def another_arithmetic(node: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    """Each other arithmetic of whole numbers."""
    yield from (node.with_changes(operator=other()) for other in ARITHMETIC if not isinstance(node.operator, other))


def one_operand_alone(node: cst.BooleanOperation | cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    """Either side."""
    yield from (node.left, node.right)


def a_branch_always_taken(node: cst.If) -> Iterator[cst.CSTNode]:
    """A condition that is always so, and one that never is."""
    yield from (node.with_changes(test=cst.Name(answer)) for answer in ("True", "False"))


def a_condition_negated(node: cst.If | cst.IfExp) -> Iterator[cst.CSTNode]:
    """The other branch."""
    yield node.with_changes(test=negated(node.test))


def another_result(node: cst.Return) -> Iterator[cst.CSTNode]:
    """None, and what is true where the result is not."""
    if node.value is not None:
        yield node.with_changes(value=cst.Name("None"))
        yield node.with_changes(value=negated(node.value))


def one_less(node: cst.Integer) -> Iterator[cst.CSTNode]:
    """The number before."""
    below = node.evaluated_value - 1
    yield cst.Integer(str(below)) if below >= 0 else cst.UnaryOperation(cst.Minus(), cst.Integer(str(-below)))


def a_text_emptied(node: cst.SimpleString) -> Iterator[cst.CSTNode]:
    """The empty text; of one that is written in code points, each of them left out as well."""
    yield cst.SimpleString('""')
    escapes = node.value.strip('"').split("\\u")[1:]
    for left_out in range(len(escapes)):
        yield cst.SimpleString('"' + "".join(f"\\u{escape}" for at, escape in enumerate(escapes) if at != left_out) + '"')


def a_part_of_a_text_left_out(node: cst.FormattedString) -> Iterator[cst.CSTNode]:
    """A text without one of its parts."""
    yield from (node.with_changes(parts=parts) for parts in without(node.parts))


def a_statement_left_out(node: cst.SimpleStatementLine) -> Iterator[cst.CSTNode]:
    """Nothing instead of it."""
    yield node.with_changes(body=[cst.Pass()])


def statements_exchanged(node: cst.IndentedBlock) -> Iterator[cst.CSTNode]:
    """Two neighbours in each other's place, unless both only give a name a value, or say what there is."""
    for at, (first, second) in enumerate(pairwise(node.body)):
        tell = [one for one in (first, second) if says_nothing(one) or isinstance(one, (cst.FunctionDef, cst.ClassDef))]
        name = [one for one in (first, second) if isinstance(one, cst.SimpleStatementLine) and isinstance(one.body[0], (cst.Assign, cst.AnnAssign))]
        if not tell and len(name) < 2:
            yield node.with_changes(body=[*node.body[:at], second, first, *node.body[at + 2 :]])


def an_exception_let_through(node: cst.ExceptHandler) -> Iterator[cst.CSTNode]:
    """A handler of no exception."""
    yield node.with_changes(type=NOTHING)


def another_order_of_a_loop(node: cst.For) -> Iterator[cst.CSTNode]:
    """From the end, and not at all."""
    yield node.with_changes(iter=cst.parse_expression(f"tuple({code_of(node.iter)})[::-1]"))
    yield node.with_changes(iter=NOTHING)


def the_other_extreme(node: cst.Call) -> Iterator[cst.CSTNode]:
    """The largest for the smallest."""
    if isinstance(node.func, cst.Name) and node.func.value in EXTREMES:
        yield node.with_changes(func=cst.Name(EXTREMES[node.func.value]))


def a_call_left_out(node: cst.Call) -> Iterator[cst.CSTNode]:
    """What it was given, and whose method it is."""
    yield from (arg.value for arg in node.args)
    if isinstance(node.func, cst.Attribute):
        yield node.func.value


def arguments_exchanged(node: cst.Call) -> Iterator[cst.CSTNode]:
    """Two neighbours in each other's place."""
    values = [arg.value for arg in node.args if not arg.star and arg.keyword is None]
    if len(values) == len(node.args):
        yield from (node.with_changes(args=[cst.Arg(value) for value in order]) for order in in_other_order(values))


def another_tuple(node: cst.Tuple) -> Iterator[cst.CSTNode]:
    """One without an element, or with two neighbours exchanged."""
    values = [element.value for element in node.elements]
    if len(values) > 1:
        for others in (*without(values), *in_other_order(values)):
            yield node.with_changes(elements=[cst.Element(value) for value in others])


def another_parameter(node: cst.FunctionDef) -> Iterator[cst.CSTNode]:
    """A parameter of the same type in the place of another."""
    types = {one.name.value: code_of(one.annotation.annotation) for one in node.params.params if one.annotation is not None}
    for name in names_in(node.body):
        for other, of_type in types.items():
            if other != name.value and of_type == types.get(name.value):
                yield node.deep_replace(name, cst.Name(other))


def another_variable(node: cst.FunctionDef) -> Iterator[cst.CSTNode]:
    """A variable in the place of another that the function sets."""
    targets = [one.target for one in nodes_of(node.body) if isinstance(one, (cst.AssignTarget, cst.AnnAssign))]
    variables = {one.value for one in targets if isinstance(one, cst.Name)}
    for name in names_in(node.body):
        for other in sorted(variables - {name.value}) if name.value in variables and name not in targets else ():
            yield node.deep_replace(name, cst.Name(other))


def another_constant(node: cst.FunctionDef | cst.ClassDef) -> Iterator[cst.CSTNode]:
    """A constant in the place of another that its function or class knows."""
    constants = [name for name in names_in(node.body) if name.value.isupper() and len(name.value) > 1]
    for name in constants:
        for other in sorted({one.value for one in constants} - {name.value}):
            yield node.deep_replace(name, cst.Name(other))


def another_attribute(node: cst.ClassDef) -> Iterator[cst.CSTNode]:
    """A member of the same object in the place of another, both being called or both not, both private or both not."""
    called = {id(one.func) for one in nodes_of(node.body) if isinstance(one, cst.Call)}
    members = [one for one in nodes_of(node.body) if isinstance(one, cst.Attribute) and isinstance(one.value, cst.Name)]

    def kind(one: cst.Attribute) -> tuple[str, bool, bool]:
        return code_of(one.value), id(one) in called, one.attr.value.startswith("_")

    for member in members:
        for other in sorted({one.attr.value for one in members if kind(one) == kind(member)} - {member.attr.value}):
            yield node.deep_replace(member, member.with_changes(attr=cst.Name(other)))


OURS: Final[tuple[tuple[type[cst.CSTNode] | tuple[type[cst.CSTNode], ...], Operator], ...]] = (
    (cst.ComparisonTarget, another_comparison),
    (cst.BinaryOperation, another_arithmetic),
    ((cst.BooleanOperation, cst.BinaryOperation), one_operand_alone),
    (cst.If, a_branch_always_taken),
    ((cst.If, cst.IfExp), a_condition_negated),
    (cst.Return, another_result),
    (cst.Integer, one_less),
    (cst.SimpleString, a_text_emptied),
    (cst.FormattedString, a_part_of_a_text_left_out),
    (cst.SimpleStatementLine, a_statement_left_out),
    (cst.IndentedBlock, statements_exchanged),
    (cst.ExceptHandler, an_exception_let_through),
    (cst.For, another_order_of_a_loop),
    (cst.Call, the_other_extreme),
    (cst.Call, a_call_left_out),
    (cst.Call, arguments_exchanged),
    (cst.Tuple, another_tuple),
    (cst.FunctionDef, another_parameter),
    (cst.FunctionDef, another_variable),
    ((cst.FunctionDef, cst.ClassDef), another_constant),
    (cst.ClassDef, another_attribute),
)


def nodes_of(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A node and all below it that are behaviour."""
    if isinstance(node, NO_BEHAVIOUR) or says_nothing(node):
        return
    yield node
    for child in node.children:
        yield from nodes_of(child)


def names_in(node: cst.CSTNode) -> list[cst.Name]:
    """The names that stand for a value; a member's name is its object's."""
    members = {id(one.attr) for one in nodes_of(node) if isinstance(one, cst.Attribute)}
    return [one for one in nodes_of(node) if isinstance(one, cst.Name) and id(one) not in members]


def says_nothing(node: cst.CSTNode) -> bool:
    """Whether a node is a statement without behaviour: a docstring, an import, or a type variable."""
    if not isinstance(node, cst.SimpleStatementLine):
        return False
    first = node.body[0]
    if isinstance(first, cst.Expr):
        return isinstance(first.value, (cst.SimpleString, cst.ConcatenatedString))
    if isinstance(first, cst.Assign) and isinstance(first.value, cst.Call) and isinstance(first.value.func, cst.Name):
        return bool(first.value.func.value == "TypeVar")
    return isinstance(first, (*NO_BEHAVIOUR, cst.Pass))


def mutants_of(module: str) -> tuple[Mutant, ...]:
    """Every mutant of a module of the reference, in the order of its lines, each once."""
    tree = cst.parse_module(text_of(module))
    operators: list[tuple[type[cst.CSTNode] | tuple[type[cst.CSTNode], ...], Operator]] = [*OF_MUTMUT, *OURS]
    trees = {ast.dump(ast.parse(text_of(module)))}
    found: list[Mutant] = []
    for node in nodes_of(tree):
        for kind, operator in operators:
            for other in operator(node) if isinstance(node, kind) else ():
                after = code_of(tree.deep_replace(node, other))
                dump = ast.dump(ast.parse(after))
                if dump not in trees:
                    trees.add(dump)
                    found.append(mutant_between(module, after, operator.__name__.removeprefix("operator_").replace("_", " ")))
    return tuple(found)


def all_mutants() -> tuple[Mutant, ...]:
    """Every mutant of the reference."""
    return tuple(mutant for module in MODULES for mutant in mutants_of(module))
