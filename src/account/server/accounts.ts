import type { Kysely } from 'kysely'
import { addressMessages } from '#location/rules/address-validation.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import type { Address } from '#shared/address.ts'
import type { MailTopic } from '../rules/mail-topics.ts'
import { idleLimit } from '../rules/session.ts'
import { insertOrFindAccount, readAccountByEmail } from './account-store.ts'
import type { Account, Db } from './account-store.ts'
import {
  findSameAddress,
  insertAccountWithAddress,
  insertAddress,
  readAddresses,
  selectAddressesIn,
  selectPlaces,
  unlistAddress,
} from './address-store.ts'
import { deleteUnconfirmedChanges } from './email-change-store.ts'
import { deleteUsedLinks, insertLinks } from './link-store.ts'
import { deletePasswordChoices, deletePasswordChoicesBefore } from './password-choice-store.ts'
import type { LinkPurpose } from './link-store.ts'
import { readPreferences, readPreferencesFor } from './mail-preference-store.ts'
import { deleteUnconfirmedRegistrations } from './registration-store.ts'
import { deleteEndedSessions } from './session-store.ts'
import { tokenHash } from './token-hash.ts'

/** A sentence for each saved address that does not exist; its member is asked about it on their pages. */
export const invalidAddresses = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const places = await selectPlaces(db)
  const invalid = places.flatMap((place) => {
    const messages = Object.values(addressMessages(place))
    return messages.length === 0 ? [] : [{ place, reason: messages.join('; ') }]
  })
  const violations: string[] = []
  for (const { place, reason } of invalid)
    for (const { id, accountId } of await selectAddressesIn(db, place))
      violations.push(`address ${id} of account ${accountId} does not exist: ${reason}`)
  return violations
}

export { isAccessEnded } from './access.ts'
export {
  holdAccount,
  holdAccounts,
  lockAccount,
  selectErasedSince as accountsErasedSince,
} from './account-store.ts'

export {
  readMailboxes as accountMailboxes,
  readAccount as accountById,
  readAccounts as accountsById,
} from './account-store.ts'
export {
  readAddress as addressOf,
  readOwnedAddresses as ownedAddresses,
  readAddresses as addressesOf,
} from './address-store.ts'

/** The account of an e-mail, in any case of letters; null when there is none. */
export const findAccountByEmail = (db: Db, email: string): Promise<Account | null> =>
  readAccountByEmail(db, email.trim().toLowerCase())

interface GuestAccount {
  /** Given when the id had to be known before, for example by the payment processor. */
  readonly id?: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** Of the page that it was opened on. */
  readonly locale?: string | null
}

/**
 * The account that a purchase without one opens (ruling 15): no password, one statement. An e-mail that got an account
 * meanwhile keeps it, with its names; `opened` says which it was, so that only a new account is published
 * (`password-link-requested`, reason `new-account`).
 */
export const openGuestAccount = async (
  tx: Tx,
  guest: GuestAccount,
): Promise<{ readonly accountId: string; readonly isNew: boolean }> => {
  const id = guest.id ?? tx.ids.uuid()
  const email = guest.email.trim().toLowerCase()
  const accountId = await insertOrFindAccount(tx.db, { ...guest, id, email }, tx.now)
  const isNew = accountId === id
  if (isNew) tx.publish({ kind: 'account-opened', accountId })
  return { accountId, isNew }
}

/**
 * As `openGuestAccount`, and saves an address for a new account, in one statement. An existing account is not changed:
 * the person who entered its e-mail need not be its owner. `addressId` is null then.
 */
export const openGuestAccountAt = async (
  tx: Tx,
  guest: Omit<GuestAccount, 'id'>,
  address: Address,
): Promise<{ readonly accountId: string; readonly addressId: string | null; readonly isNew: boolean }> => {
  const account = { ...guest, id: tx.ids.uuid(), email: guest.email.trim().toLowerCase() }
  const addressId = tx.ids.uuid()
  const accountId = await insertAccountWithAddress(tx.db, account, addressId, address, tx.now)
  const isNew = accountId === account.id
  if (isNew) tx.publish({ kind: 'account-opened', accountId })
  return { accountId, isNew, addressId: isNew ? addressId : null }
}

/** Saves an address that something ships to without listing it in the member's address book; returns its id. */
export const saveUnlistedAddress = async (tx: Tx, accountId: string, address: Address): Promise<string> => {
  const id = tx.ids.uuid()
  await insertAddress(tx.db, id, accountId, address, tx.now)
  await unlistAddress(tx.db, accountId, id, tx.now)
  return id
}

/** Saves an address for a member; returns its id, which is the existing one's if the same address is saved already. */
export const saveAddress = async (tx: Tx, accountId: string, address: Address): Promise<string> => {
  const same = await findSameAddress(tx.db, accountId, address)
  if (same !== null) return same
  const id = tx.ids.uuid()
  await insertAddress(tx.db, id, accountId, address, tx.now)
  return id
}

/**
 * An address that the member did not write down here, such as a wallet's: saved when they have none yet. Returns the id of
 * the saved one that is the same; null when there are only others.
 */
export const saveFirstAddress = async (
  tx: Tx,
  accountId: string,
  address: Address,
): Promise<string | null> => {
  const saved = await readAddresses(tx.db, accountId)
  return saved.length === 0 ? saveAddress(tx, accountId, address) : findSameAddress(tx.db, accountId, address)
}

/** Links for mails, one for each request: a token works once and only for `validFor`. Only its hash is stored. */
export const mintLinks = async <Request extends { readonly accountId: string }>(
  tx: Tx,
  requests: readonly Request[],
  purpose: LinkPurpose,
  validFor: Temporal.Duration,
): Promise<ReadonlyMap<Request, string>> => {
  const tokens = new Map(requests.map((request) => [request, tx.ids.token()]))
  const expiresAt = tx.now.add(validFor)
  await insertLinks(
    tx,
    [...tokens].map(([{ accountId }, token]) => ({
      tokenHash: tokenHash(token),
      subject: { purpose, accountId },
      expiresAt,
    })),
  )
  return tokens
}

/** As `mintLinks`, for one account. */
export const mintLink = async (
  tx: Tx,
  accountId: string,
  purpose: LinkPurpose,
  validFor: Temporal.Duration,
): Promise<string> => {
  const [token] = (await mintLinks(tx, [{ accountId }], purpose, validFor)).values()
  if (token === undefined) throw new RangeError('one request makes one link')
  return token
}

/** Whether a member wants mails of a topic; nothing chosen is wanted. */
export const wantsMail = async (db: Db, accountId: string, topic: MailTopic): Promise<boolean> =>
  (await readPreferences(db, accountId)).get(topic) ?? true

/** As `wantsMail`, of many. */
export const wantMails = async (
  db: Db,
  accountIds: readonly string[],
  topic: MailTopic,
): Promise<ReadonlyMap<string, boolean>> => {
  const chosen = await readPreferencesFor(db, accountIds, topic)
  return new Map(accountIds.map((accountId) => [accountId, chosen.get(accountId) ?? true]))
}

/** Forgets sessions that ended before a moment: signed out, run out, or not used for as long as a session may rest. */
export const forgetEndedSessions = (tx: Tx, before: Temporal.Instant, limit: number): Promise<number> =>
  deleteEndedSessions(tx.db, before, before.subtract(idleLimit), limit)

/** Forgets mailed links that were used or ran out before a moment. */
export const forgetUsedLinks = (tx: Tx, before: Temporal.Instant, limit: number): Promise<number> =>
  deleteUsedLinks(tx.db, before, limit)

/** Forgets a password that was chosen for an account and never confirmed. */
export const forgetPasswordChoices = (tx: Tx, accountId: string): Promise<void> =>
  deletePasswordChoices(tx.db, { accountId })

/** Forgets what was entered before a moment and no mailbox has confirmed: to register, for a change of e-mail, as a first password. */
export const forgetUnconfirmedMailboxes = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const counts = [
    await deleteUnconfirmedRegistrations(tx.db, before, limit),
    await deleteUnconfirmedChanges(tx.db, before, limit),
    await deletePasswordChoicesBefore(tx.db, before, limit),
  ]
  return Math.max(...counts)
}
