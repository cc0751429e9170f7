import { expect } from 'vitest'
import { viewCart } from '#cart/endpoints.ts'
import { subscribe } from '#newsletter/endpoints.ts'
import { answerSurvey, viewOnboarding } from '#survey/endpoints.ts'
import type { ApiClient } from '../support/api-client.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

const quiz = '/is-ds01-right-for-you'

/** Sends a form as a browser without scripts does, and follows where it leads. */
const post = async (client: ApiClient, path: string, fields: Readonly<Record<string, string>>) => {
  const answer = await client.send({
    method: 'POST',
    path,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: answer.text }
}

const read = async (client: ApiClient, path: string): Promise<string> =>
  (await client.send({ method: 'GET', path })).text

const heading = (html: string): string => /<h1[^>]*>([^<]+)/.exec(html)?.[1] ?? ''

const isChosen = (html: string, option: string): boolean =>
  new RegExp(`<input[^>]*checked=""[^>]*value="${option}"|<input[^>]*value="${option}"[^>]*checked=""`).test(
    html,
  )

test('the quiz works without scripts: back keeps answers, a later visit continues, and the code is applied to the cart', async ({
  shop,
}) => {
  const { client } = shop.visitor()
  expect(heading(await read(client, quiz))).toBe('What brings you here today?')
  const nothing = await post(client, quiz, { question: 'reason' })
  expect([nothing.status, nothing.text.includes('Please choose one of the answers.')]).toEqual([400, true])
  const first = await post(client, quiz, { question: 'reason', answer: 'digestion' })
  expect([first.status, first.location]).toEqual([303, `${quiz}?after=reason`])
  expect(heading(await read(client, first.location))).toBe('How predictable is your digestion?')
  expect(isChosen(await read(client, `${quiz}?q=reason`), 'digestion')).toBe(true)
  // A question that is not reached yet cannot be jumped to.
  expect(heading(await read(client, `${quiz}?q=care`))).toBe('How predictable is your digestion?')
  const left = await post(client, quiz, { question: 'digestion', answer: 'surprises', intent: 'leave' })
  expect([left.status, left.location]).toEqual([303, '/'])
  expect(heading(await read(client, quiz))).toBe('How many plants do you eat in a week?')
  await post(client, quiz, { question: 'plants', answer: 'few' })
  await post(client, quiz, { question: 'care', answer: 'none' })
  const end = await read(client, quiz)
  expect(heading(end)).toBe('DS-01 is a good fit.')
  expect(end).toContain('id="disclaimer"')
  const taken = await post(client, quiz, { intent: 'take-code' })
  expect([taken.status, taken.location]).toEqual([303, '/daily-synbiotic?promo_code=DS-01-25-OFF'])
  expect(await client.call(viewCart, {})).toMatchObject({ promo_code: 'DS-01-25-OFF' })
})

test('a quiz outcome without a code gives no code', async ({ shop }) => {
  const { client } = shop.visitor()
  await post(client, quiz, { question: 'reason', answer: 'child' })
  expect(heading(await read(client, quiz))).toBe('DS-01 is for adults.')
  expect((await post(client, quiz, { intent: 'take-code' })).status).toBe(404)
})

test('in states that protect health answers the quiz asks nothing and says why', async ({ shop }) => {
  const buyer = shop.visitor('US', 'CO')
  const refused = await read(buyer.client, quiz)
  expect(heading(refused)).toBe('This quiz isn’t available in your state')
  expect(refused).toContain(`/login?return_to=${quiz}`)
  // A person with a known e-mail is asked (spec §4): a member, and not a visitor who entered one.
  await buyer.add('vs-rst')
  await buyer.client.call(subscribe, { email: buyer.email, page: '/' })
  await buyer.checkout()
  expect(heading(await read(buyer.client, quiz))).toBe('This quiz isn’t available in your state')
  const { client } = await shop.asMember(buyer)
  expect(heading(await read(client, quiz))).toBe('What brings you here today?')
  expect((await post(client, quiz, { question: 'reason', answer: 'child' })).status).toBe(303)
})

test('the bought products decide which onboarding survey is shown until it is complete', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  await buyer.add('vs-wk')
  await buyer.checkout()
  const redirect = await buyer.client.send({ method: 'GET', path: '/onboarding?plans=syn-wk,vs-wk' })
  expect(redirect.headers.get('location')).toBe('/onboarding/onboarding-vsds')
  const { client } = await shop.asMember(buyer)
  const onboarding = async () => (await client.call(viewOnboarding, {})).survey
  expect(await onboarding()).toMatchObject({ survey_id: 'onboarding-vsds', completed: false, answered: 0 })
  expect(await read(client, '/account/home')).toContain('/onboarding/onboarding-vsds')
  await client.call(answerSurvey, {
    survey_name: 'onboarding-vsds',
    survey_responses: [
      { question_id: 'reason', option_id: 'comfort' },
      { question_id: 'reason', option_id: 'digestion' },
      { question_id: 'before', option_id: 'never' },
      { question_id: 'when', option_id: 'meal' },
      { question_id: 'notice', answer_text: '' },
    ],
  })
  expect(await onboarding()).toMatchObject({ completed: true, answered: 4 })
  expect(await read(client, '/account/home')).not.toContain('/onboarding/')
})
