import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work } from '#platform/world.ts'
import {
  insertCardRequest,
  readCardRequest,
  readRequestOf,
  setApplied,
  setKeptCard,
} from './card-request-store.ts'
import type { CardRequest } from './card-request-store.ts'
import type { CardTry } from './card-gates.ts'
import type { Db } from './charge-store.ts'
import { makeDefault } from './payment-method-store.ts'
import {
  askProcessor,
  chargesFor,
  listPaymentMethods,
  openCharge,
  recordOutcome,
  savePaymentMethod,
} from './payments.ts'
import type { Charge, PaymentTools } from './payments.ts'

export type { CardRequest } from './card-request-store.ts'

/** A card that a member brings. */
export interface BroughtCard extends Pick<
  CardRequest,
  'accountId' | 'requestId' | 'subscriptionId' | 'allSubscriptions' | 'makeDefault'
> {
  readonly email: string
  readonly token: string
  /** Where it comes from, for the gate. */
  readonly cardTry: CardTry
}

/** Where a request to keep a card stands. `pending`: the processor has not said yet. */
export interface CardStanding {
  readonly request: CardRequest
  readonly status: 'kept' | 'challenge' | 'pending' | 'declined'
  /** Where the bank asks; null when it does not. */
  readonly challengeUrl: string | null
  readonly error: 'CARD_DECLINED' | 'CARD_EXPIRED' | null
}

const standingOf = (request: CardRequest, charge: Charge | undefined): CardStanding => {
  const standing = { request, challengeUrl: null, error: null }
  if (!charge) return { ...standing, status: 'pending' }
  switch (charge.state) {
    case 'succeeded':
      return { ...standing, status: 'kept' }
    case 'challenge':
      return { ...standing, status: 'challenge', challengeUrl: charge.challengeUrl }
    case 'declined': {
      const error = charge.decline?.kind === 'expired' ? 'CARD_EXPIRED' : 'CARD_DECLINED'
      return { ...standing, status: 'declined', error }
    }
    case 'void':
      return { ...standing, status: 'declined', error: 'CARD_DECLINED' }
    case 'intended':
    case 'unknown':
      return { ...standing, status: 'pending' }
    default:
      return charge.state satisfies never
  }
}

/** Null for an unknown request and for anybody else's. */
export const cardStanding = async (db: Db, accountId: string, id: string): Promise<CardStanding | null> => {
  const request = await readCardRequest(db, id)
  if (request?.accountId !== accountId) return null
  const [charge] = await chargesFor(db, 'card', id)
  return standingOf(request, charge)
}

/** The request with its charge of nothing, in one transaction; null when the same request was made before. */
const open = async (
  { world, processor }: PaymentTools,
  work: Work,
  card: BroughtCard,
): Promise<Charge | null> => {
  const { accountId, email, requestId, subscriptionId, allSubscriptions, makeDefault: isDefault } = card
  const id = work.ids.uuid()
  const request = { id, accountId, requestId, subscriptionId, allSubscriptions, makeDefault: isDefault }
  if (!(await insertCardRequest(work, request))) return null
  await card.cardTry.admit(work)
  // The processor's customer of an earlier card, so that one person stays one customer.
  const known = (await listPaymentMethods(work.db, accountId)).find(
    ({ processor: of }) => of === processor.name,
  )
  return openCharge(work, processor.name, {
    purpose: 'card',
    purposeId: id,
    attempt: 1,
    accountId,
    email,
    amountCents: 0,
    currency: 'USD',
    source: { kind: 'token', token: card.token, save: true },
    processorCustomer: known?.processorCustomer ?? null,
    offSession: false,
    returnUrl: `${world.publicUrl}/account/settings/payment-methods?card=${id}`,
    description: `A card for ${brand.name}`,
    origin: card.cardTry.origin,
  })
}

/**
 * Moves a request on by the state of its charge, in the transaction that recorded it: the card is kept once, and
 * `card-kept` is announced for whatever it is to pay. Whoever settles the charge comes here: request, webhook or janitor.
 */
export const finishCard = async (work: Work, charge: Charge): Promise<void> => {
  if (charge.state !== 'succeeded') return
  const request = await readCardRequest(work.db, charge.purposeId)
  if (!request || request.paymentMethodId !== null) return
  const methodId = await savePaymentMethod(work, request.accountId, charge)
  if (methodId === null) throw new Error(`the processor took charge ${charge.id} and kept no card`)
  await setKeptCard(work, request.id, methodId)
  if (request.makeDefault) await makeDefault(work.db, request.accountId, methodId)
  if (request.subscriptionId !== null || request.allSubscriptions)
    work.announce({ kind: 'card-kept', cardRequestId: request.id })
}

/**
 * Keeps a card that a member brings; nothing is charged. The same request again is the same card. What it is to pay
 * follows from `card-kept`.
 */
export const keepCard = async (tools: PaymentTools, card: BroughtCard): Promise<CardStanding> => {
  const { world } = tools
  const charge = await inTransaction(world, (work) => open(tools, work, card))
  if (charge) {
    world.reach('card: request written')
    const outcome = await askProcessor(tools, charge)
    world.reach('card: processor answered')
    await inTransaction(world, async (work) => {
      const { charge: recorded, wasOpen } = await recordOutcome(work, charge.id, outcome)
      if (wasOpen) await finishCard(work, recorded)
    })
  }
  const request = await readRequestOf(world.database, card.accountId, card.requestId)
  if (!request) throw new ShopError('NOT_FOUND')
  const [latest] = await chargesFor(world.database, 'card', request.id)
  return standingOf(request, latest)
}

/** For what follows from a kept card: the request of an announcement. */
export const cardRequestById = (db: Db, id: string): Promise<CardRequest | null> => readCardRequest(db, id)

/** Marks a saved card as applied to its subscriptions; the job of `card-kept` skips it from now on. */
export const markApplied = (work: Work, id: string): Promise<void> => setApplied(work, id)
