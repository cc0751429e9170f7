import type { ApprovedWallet, WalletHost, WalletOffer, WalletPlace, WalletRefusal } from '#payment/browser/wallet.ts' // prettier-ignore
import { ownValue } from '#shared/own-value.ts'
import { ApiError } from '#ui/browser/json-client.ts'
import type { RequestJson } from '#ui/browser/json-client.ts'
import { checkoutLink, messageOf } from './wallet-messages.ts'
import type { WalletMessage, WalletTexts } from './wallet-messages.ts'
import { isRecord } from '#shared/is-record.ts'

/** What a wallet buys on its page. */
export interface WalletPage {
  /** Path of the page, to come back to after signing in. */
  readonly path: string
  /** The plan to buy by itself; undefined for the cart. */
  readonly planCode: () => string | undefined
  readonly usesCredit: () => boolean
  /** The human check of the page's form; empty on pages without one. */
  readonly check: () => { readonly captcha: string; readonly website: string }
  readonly texts: WalletTexts
  /** Null takes the message away. */
  readonly show: (message: WalletMessage | null) => void
  /** Something was refused: the page may show prices that are no more. */
  readonly refused: () => void
  readonly goTo: (address: string) => void
}

interface HostDeps {
  readonly page: WalletPage
  readonly request: RequestJson
  readonly newId: () => string
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** An offer as the shop sends it, with what the purchase sends back of it. */
interface ShownOffer extends WalletOffer {
  readonly shown: object
}

const isOffer = (value: unknown): value is ShownOffer =>
  isRecord(value) && typeof value['total'] === 'number' && isRecord(value['shown'])

const nothingToPay = (texts: WalletTexts): WalletMessage => ({
  message: texts.creditPays,
  link: checkoutLink(texts),
})

const textIn = (value: unknown, name: string): string | null => {
  const found = isRecord(value) ? ownValue(value, name) : null
  return typeof found === 'string' ? found : null
}

/** Where the buyer goes after an accepted purchase. */
const nextAddress = (reply: unknown): string =>
  (textIn(reply, 'status') === 'challenge' ? textIn(reply, 'challenge_url') : null) ??
  `/thank-you?checkout=${textIn(reply, 'checkout_id') ?? ''}`

/** The same request again is the same purchase, so a lost answer is asked for again. */
const retriesMs = [1_000, 3_000]

const sendPurchase = async ({ request, sleep }: HostDeps, payload: object): Promise<unknown> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request({ method: 'POST', path: '/api/wallet/purchase' }, payload)
    } catch (thrown) {
      const pause = retriesMs[attempt]
      if (thrown instanceof ApiError || pause === undefined) throw thrown
      await sleep(pause)
    }
  }
}

type PriceAnswer =
  | { readonly kind: 'offer'; readonly offer: ShownOffer }
  | { readonly kind: 'refusal'; readonly message: WalletMessage }

/** The choices of one opened wallet. */
interface Choices {
  readonly planCode: string | undefined
  readonly usesCredit: boolean
  readonly requestId: string
  place: WalletPlace | null
  methodCode: string | undefined
  /** What the wallet shows; null while nothing may be confirmed. */
  offer: ShownOffer | null
  /** The last place had no price, and the page says why. */
  isPlaceRefused: boolean
  /** The answer to the last question for the price. */
  price: Promise<PriceAnswer> | null
}

const previewPayload = ({ planCode, place, methodCode, usesCredit }: Choices) => ({
  plan_code: planCode,
  place,
  method_code: methodCode,
  use_credit: usesCredit,
})

const answerTo = async ({ page, request }: HostDeps, choices: Choices): Promise<PriceAnswer> => {
  try {
    const offer = await request({ method: 'POST', path: '/api/wallet/preview' }, previewPayload(choices))
    if (!isOffer(offer)) throw new Error('the shop answered something else than an offer')
    return { kind: 'offer', offer }
  } catch (thrown) {
    return { kind: 'refusal', message: messageOf(thrown, page.path, page.texts) }
  }
}

const applied = ({ page }: HostDeps, choices: Choices, answer: PriceAnswer): WalletOffer | WalletRefusal => {
  if (answer.kind === 'refusal') {
    choices.isPlaceRefused = true
    page.show(answer.message)
    return answer.message
  }
  const { offer } = answer
  if (offer.total === 0) {
    const refusal = nothingToPay(page.texts)
    page.show(refusal)
    return refusal
  }
  if (choices.isPlaceRefused) page.show(null)
  choices.isPlaceRefused = false
  choices.offer = offer
  choices.methodCode = offer.shipping_id
  return offer
}

/** The price of what is chosen. Of several questions at once only the answer to the last one counts, for all of them. */
const priced = async (deps: HostDeps, choices: Choices): Promise<WalletOffer | WalletRefusal> => {
  choices.offer = null
  let price = (choices.price = answerTo(deps, choices))
  for (;;) {
    const answer = await price
    if (choices.price === price) return applied(deps, choices, answer)
    price = choices.price
  }
}

const purchasePayload = (choices: Choices, { email, contact, token }: ApprovedWallet, page: WalletPage) => ({
  plan_code: choices.planCode,
  request_id: choices.requestId,
  email,
  contact,
  method_code: choices.methodCode ?? '',
  terms: choices.offer?.terms ?? [],
  ...choices.offer?.shown,
  token,
  ...page.check(),
})

/** Why nothing is known to be ordered; after an unknown purchase it may be. */
interface PurchaseRefusal extends WalletMessage {
  readonly isUnknown: boolean
}

const bought = async (
  deps: HostDeps,
  choices: Choices,
  approved: ApprovedWallet,
): Promise<PurchaseRefusal | null> => {
  const { page } = deps
  const unknown = { message: page.texts.unknownPurchase, isUnknown: true }
  if (choices.offer === null) return unknown
  try {
    page.goTo(nextAddress(await sendPurchase(deps, purchasePayload(choices, approved, page))))
    return null
  } catch (thrown) {
    return thrown instanceof ApiError
      ? { ...messageOf(thrown, page.path, page.texts), isUnknown: false }
      : unknown
  }
}

/** What answers a wallet: prices of the shop for what it asks, and the purchase of what it showed. */
export const createWalletHost = (deps: HostDeps): WalletHost => {
  const { page } = deps
  const newChoices = (): Choices => ({
    planCode: page.planCode(),
    usesCredit: page.usesCredit(),
    requestId: deps.newId(),
    place: null,
    methodCode: undefined,
    offer: null,
    isPlaceRefused: false,
    price: null,
  })
  let choices = newChoices()
  return {
    opened: () => {
      choices = newChoices()
      page.show(null)
      return priced(deps, choices)
    },
    placeChanged: (place) => {
      choices.place = place
      return priced(deps, choices)
    },
    shippingChanged: (id) => {
      choices.methodCode = id
      return priced(deps, choices)
    },
    confirmed: async (approved) => {
      const refusal = await bought(deps, choices, approved)
      if (refusal === null) return null
      page.show(refusal)
      page.refused()
      // What is confirmed next is another purchase; after a lost answer it is still the same one.
      if (!refusal.isUnknown) choices = { ...choices, requestId: deps.newId() }
      return refusal
    },
    failed: (refusal) => page.show(refusal),
    closed: () => undefined,
    noAnswer: { message: page.texts.walletNoAnswer },
  }
}
