import { afterAll, expect, test } from 'vitest'
import { charging } from '../support/charged-subscription.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi(undefined, undefined, {}, { fixedClock: true })
const { shop } = api
afterAll(() => api.close())

const sam = await joinDesk(api, 'support', 'sam')

/** What staff do, from the page with the preview to the answer; the mail that the member gets about it. */
const changedByStaff = async (id: string, email: string, change: object) => {
  const at = `/api/desk/subscriptions/${id}`
  const previewed = (await sam.post(`${at}/preview/`, { change })).json()
  const request = {
    change,
    preview_token: previewed.token,
    request_id: api.opened.deps.ids.uuid(),
    reason: 'Asked on the phone',
  }
  const made = await sam.post(`${at}/change/`, request)
  const mail = (await shop.mails(email)).findLast(
    ({ subject }) => subject === 'We changed your subscription for you',
  )
  return { previewed, made, text: mail?.text ?? '' }
}

test.each([
  ['cancel', { action: 'cancel' }],
  ['pause', { action: 'pause' }],
])(
  'when staff %s a subscription that is being charged, preview, answer and mail name the sum',
  async (name, change) => {
    const mara = await charging(shop)
    const page = (await sam.get(`/desk/subscriptions/${mara.id}?change=${name}`)).body
    expect(page).toContain('$49.99 is being charged for your')
    const { previewed, made, text } = await changedByStaff(mara.id, mara.email, change)
    expect(previewed.charge_in_flight).toMatchObject({ amount: '49.99' })
    expect(made.json()).toMatchObject({ charge_in_flight: { amount: '49.99', can_cancel_order: true } })
    expect(text).toMatch(/\$49\.99 (is being|was) charged for your/)
    expect(text).toContain('Cancel that order too and get $49.99 back')
    expect(text).not.toContain('nothing will be charged')
    expect((await sam.get(`/desk/subscriptions/${mara.id}`)).body).toContain('$49.99 is being charged')
  },
)

test('when staff cancel a subscription without a charge in flight, the mail says that nothing will be charged', async () => {
  const member = await shop.member({ plan: 'monthly refill' })
  const [subscription] = await member.subscriptions()
  const { made, text } = await changedByStaff(subscription?.id ?? '', member.email, { action: 'cancel' })
  expect(made.json()).toMatchObject({ charge_in_flight: null })
  expect(text).toContain('No order is coming, and nothing will be charged.')
})
