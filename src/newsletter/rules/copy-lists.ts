/** The numbers of a campaign that have rows of copies behind them. */
export const copyLists = [
  'waiting', 'sent', 'failed', 'unknown', 'left-out', 'bounced', 'complained', 'unsubscribed', 'clicked',
] as const // prettier-ignore

export type CopyList = (typeof copyLists)[number]
