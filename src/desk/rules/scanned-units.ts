/** One line of a shipment that is being packed. */
export interface PackLine {
  readonly sku: string
  readonly name: string
  readonly quantity: number
}

/** How many units of each line are scanned, by its place. */
export type Scanned = readonly number[]

const counted = (count: number | undefined, most: number): number =>
  count !== undefined && Number.isInteger(count) && count > 0 ? Math.min(count, most) : 0

/** The counts in an address: `1.0.2`; what does not fit the lines counts as nothing. */
export const scannedIn = (text: string | null, lines: readonly PackLine[]): Scanned => {
  const counts = (text ?? '').split('.').map(Number)
  return lines.map(({ quantity }, at) => counted(counts[at], quantity))
}

export const scannedText = (scanned: Scanned): string => scanned.join('.')

export const isAllScanned = (scanned: Scanned, lines: readonly PackLine[]): boolean =>
  lines.every(({ quantity }, at) => scanned[at] === quantity)

/** What a scanned or typed code does: one more unit of a line, or a sentence why not. */
export const scan = (
  code: string,
  scanned: Scanned,
  lines: readonly PackLine[],
): { readonly scanned: Scanned } | { readonly problem: string } => {
  const wanted = code.trim().toLowerCase()
  const matching = lines.flatMap(({ sku }, at) => (sku.toLowerCase() === wanted ? [at] : []))
  if (matching.length === 0) return { problem: `${code.trim()} is not in this shipment.` }
  const open = matching.find((at) => (scanned[at] ?? 0) < (lines[at]?.quantity ?? 0))
  if (open === undefined) return { problem: `All units of ${code.trim()} are scanned already.` }
  return { scanned: lines.map((_, at) => (scanned[at] ?? 0) + (at === open ? 1 : 0)) }
}
