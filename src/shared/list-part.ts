/**
 * The rows that are shown of a list that was read with one row more than `limit`, and the id after which the next part
 * begins; null at the end.
 */
export const listPart = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { readonly shown: readonly Row[]; readonly next: string | null } => {
  const shown = rows.slice(0, limit)
  return { shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
