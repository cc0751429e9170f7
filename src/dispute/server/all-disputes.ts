import type { Dispute } from './dispute-record.ts'
import { selectDisputesAfter } from './dispute-store.ts'
import type { Db } from './dispute-store.ts'

const pageSize = 500

/** Every dispute, the oldest first. */
export const allDisputes = async (db: Db): Promise<readonly Dispute[]> => {
  const all: Dispute[] = []
  for (let page = await selectDisputesAfter(db, null, pageSize); page.length > 0;) {
    all.push(...page)
    page = await selectDisputesAfter(db, page.at(-1)?.id ?? null, pageSize)
  }
  return all
}
