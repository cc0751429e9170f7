import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { localAddress } from '#shared/locale-path.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import {
  insertCardRequest,
  readCardRequest,
  readRequestOf,
  setSavedCard,
} from '../card/server/card-request-store.ts'
import { declineError } from '../processor/rules/card-decline.ts'
import type { declineErrors } from '../processor/rules/card-decline.ts'
import type { CardRequest } from '../card/server/card-request-store.ts'
import type { CardAttempt } from '../charge/server/card-gates.ts'
import type { Db } from '../charge/server/charge-store.ts'
import { makeDefault } from '../card/server/payment-method-store.ts'
import {
  requestCharge,
  chargesFor,
  customerForNewCard,
  openCharge,
  recordOutcome,
  savePaymentMethod,
} from '../charge/server/payments.ts'
import type { Charge, PaymentServices } from '../charge/server/payments.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

export type { CardRequest } from '../card/server/card-request-store.ts'

export {
  readCardRequest as cardRequestById,
  setApplied as markApplied,
} from '../card/server/card-request-store.ts'

/** A card that a member brings. */
export interface NewCard extends Pick<
  CardRequest,
  'accountId' | 'requestId' | 'subscriptionId' | 'allSubscriptions' | 'makeDefault'
> {
  readonly email: string
  readonly token: string
  /** Of the page that the bank leads back to. */
  readonly locale: Locale
  /** Where it comes from, for the gate. */
  readonly cardAttempt: CardAttempt
}

/** The state of a request to save a card. `pending`: the processor has not answered yet. */
export interface CardRequestStatus {
  readonly request: CardRequest
  readonly status: 'saved' | 'challenge' | 'pending' | 'declined'
  /** The URL of the bank's challenge; null without one. */
  readonly challengeUrl: string | null
  /** SHOP_BUSY: nothing was saved, because the processor was never asked. */
  readonly error: (typeof declineErrors)[number] | 'SHOP_BUSY' | null
  readonly charge: Charge | null
}

const statusOf = (request: CardRequest, charge: Charge | undefined): CardRequestStatus => {
  const base = { request, challengeUrl: null, error: null, charge: charge ?? null }
  if (!charge) return { ...base, status: 'pending' }
  switch (charge.state) {
    case 'succeeded':
      return { ...base, status: 'saved' }
    case 'challenge':
      return { ...base, status: 'challenge', challengeUrl: charge.challengeUrl }
    case 'declined':
      return { ...base, status: 'declined', error: declineError(charge.decline) }
    case 'void':
      return {
        ...base,
        status: 'declined',
        error: charge.challengeUrl === null ? 'SHOP_BUSY' : 'CARD_DECLINED',
      }
    case 'intended':
    case 'unknown':
      return { ...base, status: 'pending' }
    default:
      return charge.state satisfies never
  }
}

/** Null for an unknown request and for anybody else's. */
export const cardRequestStatus = async (
  db: Db,
  accountId: string,
  id: string,
): Promise<CardRequestStatus | null> => {
  const request = await readCardRequest(db, id)
  if (request?.accountId !== accountId) return null
  const [charge] = await chargesFor(db, 'card', id)
  return statusOf(request, charge)
}

/** The request with its charge of nothing, in one transaction; null when the same request was made before. */
const open = async (services: PaymentServices, tx: Tx, card: NewCard): Promise<Charge | null> => {
  const { deps, processor } = services
  const { accountId, email, requestId, subscriptionId, allSubscriptions, makeDefault: isDefault } = card
  const id = tx.ids.uuid()
  const request = { id, accountId, requestId, subscriptionId, allSubscriptions, makeDefault: isDefault }
  if (!(await insertCardRequest(tx, request))) return null
  await card.cardAttempt.admit(tx)
  return openCharge(tx, processor.name, {
    purpose: 'card',
    purposeId: id,
    attempt: 1,
    accountId,
    email,
    amountCents: 0,
    currency: defaultCurrency,
    source: { kind: 'token', token: card.token, save: true },
    processorCustomer: await customerForNewCard(services, tx, accountId),
    offSession: false,
    returnUrl: `${deps.publicUrl}${localAddress(`/account/settings/payment-methods?card=${id}`, card.locale)}`,
    description: `A card for ${brand.name}`,
    shipTo: null,
    origin: card.cardAttempt.origin,
  })
}

/**
 * Advances a request by the state of its charge, in the transaction that recorded it: the card is saved once, and
 * `card-saved` is published for what it is to pay. Request, webhook and poller all settle the charge with it.
 */
export const finishCard = async (tx: Tx, charge: Charge): Promise<void> => {
  if (charge.state !== 'succeeded') return
  const request = await readCardRequest(tx.db, charge.purposeId)
  if (!request || request.paymentMethodId !== null) return
  const methodId = await savePaymentMethod(tx, request.accountId, charge)
  if (methodId === null) throw new Error(`the processor took charge ${charge.id} and kept no card`)
  await setSavedCard(tx, request.id, methodId)
  if (request.makeDefault) await makeDefault(tx.db, request.accountId, methodId)
  if (request.subscriptionId !== null || request.allSubscriptions)
    tx.publish({ kind: 'card-saved', cardRequestId: request.id })
}

/**
 * Saves a member's card; nothing is charged. The same request again is the same card. What it pays follows from
 * `card-saved`.
 */
export const saveCard = async (services: PaymentServices, card: NewCard): Promise<CardRequestStatus> => {
  const { deps } = services
  const charge = await inTransaction(deps, (tx) => open(services, tx, card))
  if (charge) {
    deps.reachCrashPoint('card: request written')
    const outcome = await requestCharge(services, charge)
    deps.reachCrashPoint('card: processor answered')
    await inTransaction(deps, async (tx) => {
      const { charge: recorded, wasOpen } = await recordOutcome(tx, charge.id, outcome)
      if (wasOpen) await finishCard(tx, recorded)
    })
  }
  const request = await readRequestOf(deps.database, card.accountId, card.requestId)
  if (!request) throw new ShopError('NOT_FOUND')
  const [latest] = await chargesFor(deps.database, 'card', request.id)
  return statusOf(request, latest)
}
