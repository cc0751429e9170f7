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
