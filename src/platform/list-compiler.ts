import { OperatorNode, PostgresQueryCompiler, PrimitiveValueListNode } from 'kysely'
import type { BinaryOperationNode, OperationNode } from 'kysely'

const comparisons = new Map([
  ['in', '= any('],
  ['not in', '<> all('],
])

const comparisonOf = (operator: OperationNode): string | undefined =>
  OperatorNode.is(operator) ? comparisons.get(operator.operator) : undefined

/**
 * PostgreSQL in which a list of values is one parameter, however long it is: a list of each length would otherwise be a
 * statement of its own, which is parsed, planned and prepared again. Nothing is in an empty list.
 */
export class ListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    const comparison = comparisonOf(operator)
    if (comparison === undefined || !PrimitiveValueListNode.is(rightOperand))
      return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(` ${comparison}`)
    this.appendValue(rightOperand.values)
    this.append(')')
  }
}
