import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import type { RuleConfig } from 'html-validate'
import { afterAll, expect, test } from 'vitest'
import { everyPath, walk } from '../support/page-walk.ts'
import type { Asker, WalkedPage } from '../support/page-walk.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
afterAll(() => api.close())

const rules: RuleConfig = {
  // React writes attributes and empty elements in its own way, which is valid.
  'doctype-style': 'off',
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'void-style': 'off',
  // The server sends `&` and quotes escaped where it must.
  'no-raw-characters': ['error', { relaxed: true }],
  // Names of fields, such as `address.zip`, are ids too, so that an error summary leads to them.
  'valid-id': ['error', { relaxed: true }],
  // A button of a form sends it, and a field is a line of text, unless they say otherwise.
  'no-implicit-button-type': 'off',
  'no-implicit-input-type': 'off',
  // A hidden field before radios is what is sent while none is chosen.
  'form-dup-name': 'off',
  // Tables that a style sheet lays out as cards say in words that they are tables.
  'no-redundant-role': 'off',
}

const validatorWith = (more: RuleConfig): HtmlValidate =>
  new HtmlValidate(
    new StaticConfigLoader({ extends: ['html-validate:recommended'], rules: { ...rules, ...more } }),
  )

const pageValidator = validatorWith({})

// What old mail programs need: styles on each element, tables for the layout, and their doctype.
const mailValidator = validatorWith({
  'doctype-html': 'off',
  'no-conditional-comment': 'off',
  'no-deprecated-attr': 'off',
  'no-inline-style': 'off',
  'presentation-role-style': 'off',
})

const faultsOf = async (validator: HtmlValidate, { path, text }: WalkedPage): Promise<string[]> => {
  const { results } = await validator.validateString(text, path)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path} ${ruleId}: ${message} (${selector ?? ''})`),
  )
}

const faultsIn = async (pages: readonly WalkedPage[], validator = pageValidator): Promise<string[]> =>
  (await Promise.all(pages.map((page) => faultsOf(validator, page)))).flat()

/** Links of pages to further pages of this form. */
const linksIn = (pages: readonly WalkedPage[], form: RegExp): string[] => [
  ...new Set(pages.flatMap(({ text }) => [...text.matchAll(form)].map(([, href = '']) => href))),
]

/** The pages of these paths and those that they link to. */
const walkOn = async (asker: Asker, paths: readonly string[], form: RegExp): Promise<WalkedPage[]> => {
  const first = await walk(asker, paths)
  const further = linksIn(first, form).filter((path) => !paths.includes(path))
  return [...first, ...(await walk(asker, further))]
}

test('every page of a buyer is valid HTML', async () => {
  const buyer = api.shop.visitor()
  await buyer.add('syn-wk')
  const pages = await walk(buyer.client, await everyPath(buyer.client))
  expect(pages.length).toBeGreaterThan(60)
  expect(await faultsIn(pages)).toEqual([])
})

test('every page of a member, of an order and of a subscription is valid HTML', async () => {
  const member = await api.shop.member({ plan: 'monthly refill' })
  await member.add('syn-wk')
  const paths = (await everyPath(member.client)).filter((path) => /^\/(account|cart|checkout)/.test(path))
  const pages = await walkOn(member.client, paths, /href="(\/account\/(?:orders|subscriptions)\/[^"]+)"/g)
  expect(pages.length).toBeGreaterThan(20)
  expect(await faultsIn(pages)).toEqual([])
})

test('every page of the desk is valid HTML', async () => {
  const owner = await joinDesk(api, 'owner')
  const asker: Asker = {
    send: async ({ path }) => {
      const { statusCode, headers, body } = await owner.get(path)
      return {
        status: statusCode,
        headers: new Headers({ 'content-type': String(headers['content-type']) }),
        text: body,
      }
    },
  }
  const paths = ['/desk', '/desk/find', '/desk/orders', '/desk/messages', '/desk/reviews', '/desk/more', '/desk/person', '/desk/team', '/desk/team/log', '/desk/sign-in'] // prettier-ignore
  const pages = await walkOn(asker, paths, /href="(\/desk\/[\w/-]+)"/g)
  const further = await walkOn(asker, pages.map(({ path }) => path), /href="(\/desk\/[\w/-]+)"/g) // prettier-ignore
  expect(further.length).toBeGreaterThan(12)
  expect(await faultsIn(further)).toEqual([])
})

test('the mails of the others are valid HTML', async () => {
  const mails = await api.shop.mails()
  expect(mails.length).toBeGreaterThan(2)
  const pages = mails.map(({ subject, html }) => ({ path: subject, text: html }))
  expect(await faultsIn(pages, mailValidator)).toEqual([])
})
