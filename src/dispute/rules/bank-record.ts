/** What banks have said of the payments of a member. */
export interface BankRecord {
  readonly disputes: number
  /** Of them, those that no bank has decided, and those that the shop lost. */
  readonly open: number
  readonly lost: number
  /** Warnings of fraud. */
  readonly warnings: number
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

/** The record as a sentence: `Banks disputed 2 payments of this member (1 open, 1 lost) and sent 1 warning of fraud.` */
export const bankRecordText = ({ disputes, open, lost, warnings }: BankRecord): string => {
  const parts = [...(open > 0 ? [`${open} open`] : []), ...(lost > 0 ? [`${lost} lost`] : [])]
  const details = parts.length > 0 ? ` (${parts.join(', ')})` : ''
  const disputed = `disputed ${counted(disputes, 'payment', 'payments')} of this member${details}`
  const warned = `sent ${counted(warnings, 'warning of fraud', 'warnings of fraud')}`
  return `Banks ${[...(disputes > 0 ? [disputed] : []), ...(warnings > 0 ? [warned] : [])].join(' and ')}.`
}
