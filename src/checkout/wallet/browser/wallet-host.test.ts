import { expect, test } from 'vitest'
import { isRefusal } from '#payment/browser/wallet.ts'
import { ApiError } from '#ui/browser/json-client.ts'
import { createWalletHost } from './wallet-host.ts'

const page = {
  path: '/cart',
  planCode: () => undefined,
  usesCredit: () => false,
  check: () => ({ captcha: '', website: '' }),
  texts: {
    creditPays: 'creditPays',
    goToCheckout: 'goToCheckout',
    noAnswer: 'noAnswer',
    nothingOrdered: 'nothingOrdered',
    signIn: 'signIn',
    totalChanged: 'totalChanged',
    unknownPurchase: 'unknownPurchase',
    walletNoAnswer: 'walletNoAnswer',
  },
  show: () => undefined,
  refused: () => undefined,
  goTo: () => undefined,
}

const offerFor = (total: number) => ({
  total,
  currency: 'USD',
  lines: [],
  shipping: [],
  shipping_id: 'free',
  terms: [],
  shown: { expected_total: String(total) },
})

const nothingShips = new ApiError({ code: 'PRODUCT_NOT_ALLOWED_IN_COUNTRY', detail: 'not eligible' }, 400)

/** A host whose questions are answered by hand, in any order. */
const heldHost = () => {
  const held: PromiseWithResolvers<unknown>[] = []
  const host = createWalletHost({
    page,
    request: () => {
      const question = Promise.withResolvers<unknown>()
      held.push(question)
      return question.promise
    },
    newId: () => 'one id',
    sleep: async () => undefined,
  })
  return { host, held }
}

const oregon = { country: 'US', state: 'OR', postal_code: '97201' }
const wellington = { country: 'NZ', state: '', postal_code: '6011' }

test('a late answer about an earlier place does not replace a refusal', async () => {
  const { host, held } = heldHost()
  const [first, second] = [host.placeChanged(oregon), host.placeChanged(wellington)]
  held[1]?.reject(nothingShips)
  expect(isRefusal(await second)).toBe(true)
  held[0]?.resolve(offerFor(4999))
  expect(isRefusal(await first)).toBe(true)
  expect(
    await host.confirmed({ token: 't', email: 'a@example.com', contact: contactIn(oregon) }),
  ).not.toBeNull()
  expect(held).toHaveLength(2)
})

test('a late refusal of an earlier place does not replace the price of the last one', async () => {
  const { host, held } = heldHost()
  const [first, second] = [host.placeChanged(wellington), host.placeChanged(oregon)]
  held[0]?.reject(nothingShips)
  held[1]?.resolve(offerFor(4999))
  expect(await Promise.all([first, second])).toEqual([offerFor(4999), offerFor(4999)])
})

const contactIn = (place: typeof oregon) => ({
  name: 'June Baker',
  phone: '',
  address: { ...place, line1: '1 Alder Way', line2: '', city: 'Portland' },
})
