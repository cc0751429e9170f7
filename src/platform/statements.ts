import { createHash } from 'node:crypto'
import { OperatorNode, PostgresQueryCompiler, PrimitiveValueListNode } from 'kysely'
import type { BinaryOperationNode, OperationNode } from 'kysely'

/** Statements that are known by name; more would only fill the memory of the server's processes. */
const maxNames = 300

/** Longer ones are lists of varying length, each a statement of its own; the look of the due work has 4,600. */
const maxTextLength = 8_000

/** Names for the texts of statements, by which each connection prepares a text once. */
export interface StatementNames {
  /** The name of a text; undefined for one that is sent without a name. */
  readonly nameOf: (text: string) => string | undefined
  /** Forgets all names, so that statements are prepared again under other names. */
  readonly forget: () => void
}

/** For a pooler that gives each transaction another session: what one of them has prepared, the next one lacks. */
export const unnamedStatements: StatementNames = { nameOf: () => undefined, forget: () => undefined }

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/**
 * Has the server read and plan each text once per connection and not each time (a third of its time for an order). When
 * a migration has changed a table under a running process, the statement that notices it fails with `planIsStale`.
 */
export const createStatementNames = (): StatementNames => {
  const names = new Map<string, string>()
  let generation = 0
  return {
    nameOf: (text) => {
      const known = names.get(text)
      if (known !== undefined || text.length > maxTextLength || names.size >= maxNames) return known
      // By its text: a connection that several databases of Kysely share prepares no two texts under one name.
      const name = `shop_${generation}_${hashOf(text)}`
      names.set(text, name)
      return name
    },
    forget: () => {
      names.clear()
      generation += 1
    },
  }
}

/** PostgreSQL's error for a prepared statement whose table has changed its columns since. */
export const planIsStale = '0A000'

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

const verbs = /^\s*(select|insert|update|delete|merge|with|begin|commit|rollback|lock|set)\b/i
const tables = /\b(?:from|into|update|join|table)\s+"?([a-z_][a-z0-9_]*)"?(?:\."?([a-z_][a-z0-9_]*)"?)?/i

/** What a statement does and to which table, such as `insert charge`: short, and without any value of it. */
export const statementSummary = (text: string): string => {
  const verb = verbs.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  if (verb === 'begin' || verb === 'commit' || verb === 'rollback') return verb
  const table = tables.exec(text)
  const name = table?.[2] ?? table?.[1]
  return name === undefined ? verb : `${verb} ${name}`
}
