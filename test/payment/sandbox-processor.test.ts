import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCards } from '../../sandbox-processor/test-cards.ts'
import { developmentKeys } from '../../sandbox-processor/settings.ts'
import { launchSandbox } from '../../sandbox-processor/launch.ts'
import { cardExpiry } from '../support/card-pages.ts'
import { knownOf, purchaseOf, shopUrl } from './test-processor.ts'
import { openSandboxTestProcessor } from './sandbox-test-processor.ts'

type SandboxTestProcessor = Awaited<ReturnType<typeof openSandboxTestProcessor>>

const form = (fields: Record<string, string>) =>
  ({ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }) as const

describe('the sandbox processor', () => {
  let testProcessor: SandboxTestProcessor
  beforeAll(async () => {
    testProcessor = await openSandboxTestProcessor()
  })
  afterAll(() => testProcessor.stop())

  const chargeBody = (source: string) => ({
    amount: 4999,
    currency: 'USD',
    source,
    customer: { reference: 'member', email: 'june@example.com' },
    save: false,
    return_url: `${shopUrl}/checkout`,
  })
  const post = (key: string, body: object, headers: Record<string, string> = {}) =>
    testProcessor.ask('/v1/charges', {
      method: 'POST',
      headers: { 'idempotency-key': key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test('the test cards have valid card numbers', () => {
    for (const { number } of testCards) {
      const sum = number
        .split('')
        .toReversed()
        .reduce((total, digit, place) => {
          const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
          return total + (value > 9 ? value - 9 : value)
        }, 0)
      expect(sum % 10, number).toBe(0)
    }
    expect(new Set(testCards.map((card) => card.number)).size).toBe(testCards.length)
  })

  test('a charge survives a power failure, and its key still answers', async () => {
    const never = purchaseOf(await testProcessor.tokenOf('approve'))
    const body = chargeBody(await testProcessor.tokenOf('reset'))
    await post('power-cut', body).catch(() => undefined)
    await testProcessor.killAndRestart()
    const replayed = await post('power-cut', body)
    expect(await replayed.json()).toMatchObject({ state: 'succeeded', idempotency_key: 'power-cut' })
    expect(await testProcessor.processor.settle(knownOf(never))).toEqual({ state: 'void' })
  })

  test('a repeat during the first request waits for its answer', async () => {
    const body = chargeBody(await testProcessor.tokenOf('slow'))
    const replies = await Promise.all([
      post('slow', body),
      post('slow', body),
      post('slow', { ...body, amount: 1 }),
    ])
    const [first, second, other] = await Promise.all(replies.map((reply) => reply.json()))
    expect(first).toMatchObject({ state: 'succeeded' })
    expect(second).toEqual(first)
    expect(replies[2]?.status).toBe(422)
    expect(other).toMatchObject({ error: { code: 'key_reused' } })
  })

  test('a slow charge that is closed meanwhile charges nothing', async () => {
    const request = purchaseOf(await testProcessor.tokenOf('slow'))
    const pending = testProcessor.processor.charge(request)
    const settled = testProcessor.processor.settle(knownOf(request))
    const [charge, end] = await Promise.all([pending, settled])
    expect(charge).toEqual(end)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
  })

  test.each([
    ['no key', { 'idempotency-key': '' }, {}, 400],
    ['a wrong secret', { authorization: 'Bearer wrong' }, {}, 401],
    ['another content type', { 'content-type': 'text/plain' }, {}, 415],
    ['a fraction of a cent', {}, { amount: 1.5 }, 400],
    ['a negative sum', {}, { amount: -4999 }, 400],
    ['a return address elsewhere', {}, { return_url: 'https://evil.example/' }, 400],
    ['a body too large', {}, { description: 'x'.repeat(40_000) }, 413],
  ])('a charge with %s is refused', async (_what, headers, fields, status) => {
    const token = await testProcessor.tokenOf('approve')
    const reply = await post(`bad-${_what}`, { ...chargeBody(token), ...fields }, headers)
    expect(reply.status).toBe(status)
    expect((await post(`good-${_what}`, chargeBody(token))).status).toBe(200)
  })

  test('tokens are made only by the sandbox’s own pages, and only for listed test cards', async () => {
    const ask = (origin: string, number: string) =>
      fetch(`${testProcessor.url}/v1/tokens`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ key: developmentKeys.publicKey, number, expiry: cardExpiry, code: '123' }),
      })
    expect((await ask(shopUrl, '4242424242424242')).status).toBe(403)
    expect(await (await ask(testProcessor.url, '4111111111111111')).json()).toEqual({
      messages: { number: expect.stringContaining('please use one of the test cards') },
    })
    expect((await ask(testProcessor.url, '4242424242424242')).status).toBe(200)
  })

  test('the card page accepts a card without JavaScript and returns with a valid token', async () => {
    const returnUrl = `${shopUrl}/checkout?step=card`
    const page = await fetch(`${testProcessor.url}/card?${new URLSearchParams({ return_url: returnUrl })}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${shopUrl}`)
    const wrong = await fetch(
      `${testProcessor.url}/card`,
      form({ return_url: returnUrl, number: '1', expiry: '13/20', code: '' }),
    )
    expect(wrong.status).toBe(422)
    const text = await wrong.text()
    expect(text).toContain('Kindly enter a valid card number.')
    expect(text).toContain('value="13/20"')
    const card = { return_url: returnUrl, number: '4242 4242 4242 4242', expiry: cardExpiry, code: '123' }
    const right = await fetch(`${testProcessor.url}/card`, form(card))
    expect(right.status).toBe(303)
    const back = new URL(right.headers.get('location') ?? '')
    expect(`${back.origin}${back.pathname}`).toBe(`${shopUrl}/checkout`)
    expect(back.searchParams.get('step')).toBe('card')
    const outcome = await testProcessor.processor.charge(
      purchaseOf(back.searchParams.get('card_token') ?? ''),
    )
    expect(outcome.state).toBe('succeeded')
  })

  test('the sandbox pages redirect only to the shop, and only the shop may frame the card field', async () => {
    const elsewhere = new URLSearchParams({ return_url: 'https://evil.example/' })
    expect((await fetch(`${testProcessor.url}/card?${elsewhere}`)).status).toBe(400)
    const posted = await fetch(`${testProcessor.url}/card`, form({ return_url: 'https://evil.example/' }))
    expect(posted.status).toBe(400)
    const { cardEntry } = testProcessor.processor
    if (cardEntry.processor !== 'sandbox') throw new Error('not a sandbox')
    const field = await fetch(cardEntry.fieldUrl)
    expect(field.headers.get('content-security-policy')).toContain(`frame-ancestors ${shopUrl}`)
    expect(
      (
        await fetch(
          `${cardEntry.fieldUrl}&origin=x`.replace(encodeURIComponent(shopUrl), 'https%3A%2F%2Fevil.example'),
        )
      ).status,
    ).toBe(403)
  })

  test('an answered bank confirmation cannot be answered differently', async () => {
    const request = purchaseOf(await testProcessor.tokenOf('challenge'))
    const outcome = await testProcessor.processor.charge(request)
    if (outcome.state !== 'challenge') throw new Error(outcome.state)
    await testProcessor.answerChallenge(outcome, 'refuse')
    const again = await fetch(outcome.url, form({ answer: 'approve' }))
    expect(again.status).toBe(303)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
    expect((await fetch(outcome.url, { redirect: 'manual' })).headers.get('location')).toBe(request.returnUrl)
    expect((await fetch(`${testProcessor.url}/challenge/unknown`)).status).toBe(404)
  })

  test('webhooks arrive twice or in the wrong order for the cards that request it', async () => {
    const twice = purchaseOf(await testProcessor.tokenOf('duplicate-webhooks'))
    await testProcessor.processor.charge(twice)
    const copies = await testProcessor.webhooks(twice.idempotencyKey, 2)
    expect(new Set(copies.map(({ rawBody }) => rawBody)).size).toBe(1)
    const reversed = purchaseOf(await testProcessor.tokenOf('reversed-webhooks'))
    await testProcessor.processor.charge(reversed)
    const types = (await testProcessor.webhooks(reversed.idempotencyKey, 2)).map(
      ({ headers, rawBody }) => testProcessor.processor.readWebhook(headers, rawBody)?.type,
    )
    expect(types).toEqual(['charge.succeeded', 'charge.pending'])
  })

  test('the records list every charge once, page by page', async () => {
    const reply = await testProcessor.ask('/v1/charges?from=2020-01-01T00:00:00Z')
    const { data, has_more } = await reply.json()
    expect(has_more).toBe(false)
    const after = await testProcessor.ask(`/v1/charges?after=${data[0].id}`)
    expect((await after.json()).data).toEqual(data.slice(1))
  })
})

test('a webhook that the shop refused is sent again', async () => {
  const testProcessor = await openSandboxTestProcessor({ refusedWebhooks: 1 })
  const request = purchaseOf(await testProcessor.token('approve'))
  await testProcessor.processor.charge(request)
  const { headers, rawBody } = await testProcessor.webhook(request.idempotencyKey)
  expect(testProcessor.processor.readWebhook(headers, rawBody)?.type).toBe('charge.succeeded')
  await testProcessor.stop()
})

test('the sandbox stops with the process that started it, and says in a sentence why it cannot start', async () => {
  const testProcessor = await openSandboxTestProcessor()
  const port = new URL(testProcessor.url).port
  await expect(launchSandbox({ SANDBOX_PORT: port, SANDBOX_DATA: testProcessor.spareFile })).rejects.toThrow(
    `Port ${port} is already in use; set SANDBOX_PORT to another one.`,
  )
  await expect(
    launchSandbox({ SANDBOX_PORT: 'many', SANDBOX_DATA: testProcessor.spareFile }),
  ).rejects.toThrow('SANDBOX_PORT must be a whole number')
  const child = testProcessor.process()
  const ended = once(child, 'exit')
  child.disconnect()
  expect(await ended).toEqual([0, null])
  await testProcessor.stop()
})
