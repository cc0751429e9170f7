import { lockAccount } from '#account/server/accounts.ts'
import { activeGroups } from '#consent/rules/consent.ts'
import { currentConsents } from '#consent/server/consents.ts'
import { inTransaction } from '#platform/transaction.ts'
import { plannedProperties } from '../rules/event-properties.ts'
import type { EventName, EventProperties } from '../rules/tracking-plan.ts'
import type { DeliveryServices } from './deliveries.ts'
import { recordEvents } from './record-events.ts'

/** Something that happened to a member while they were not there. */
export interface Report<E extends EventName = EventName> {
  /** The same each time it is reported. */
  readonly messageId: string
  readonly name: E
  readonly properties: EventProperties<E>
}

/** A row of reports whose names and properties the compiler checks together. */
export const report = <E extends EventName>(
  name: E,
  messageId: string,
  properties: EventProperties<E>,
): Report => ({ name, messageId, properties })

/** Accounts among these with consent to web analytics (C0002) or advertising (C0004). */
export const accountsWithConsent = async (
  db: DeliveryServices['deps']['database'],
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const consents = await currentConsents(db, accountIds)
  return new Set([...consents].flatMap(([id, { C0002, C0004 }]) => (C0002 || C0004 ? [id] : [])))
}

/**
 * Reports events of a member from the server, under the member's current consent. The same report made again changes
 * nothing.
 */
export const reportEvents = async (
  { deps, destinations }: DeliveryServices,
  accountId: string,
  happenedAt: string,
  reports: readonly Report[],
): Promise<void> => {
  await inTransaction(deps, async (tx) => {
    // Serializes this with the deletion of the account, after which nothing of it is written.
    if ((await lockAccount(tx.db, accountId)) === null) return
    const groups = (await currentConsents(tx.db, [accountId])).get(accountId)
    if (!groups) return
    const events = reports.map(({ messageId, name, properties }) => ({
      event: {
        messageId,
        type: 'track' as const,
        name,
        happenedAt,
        properties: plannedProperties(name, properties) ?? {},
        visit: null,
        accountId,
        email: null,
        hashes: null,
        campaign: null,
        click: null,
        place: null,
        browser: null,
        activeGroups: activeGroups(groups),
      },
    }))
    await recordEvents(tx, destinations, events, { source: 'server', visitId: null })
  })
}
