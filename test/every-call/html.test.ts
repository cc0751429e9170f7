import { setImmediate } from 'node:timers/promises'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import type { RuleConfig } from 'html-validate'
import { afterAll, expect, test } from 'vitest'
import type { WalkedPage } from '../support/page-walk.ts'
import { buyerPages, deskPages, mailPages, memberPages } from '../api/pages-of-people.ts'
import { openTestApi } from '../api/test-api.ts'

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

const faultsIn = async (pages: readonly WalkedPage[], validator = pageValidator): Promise<string[]> => {
  const faults: string[] = []
  for (const page of pages) {
    faults.push(...(await faultsOf(validator, page)))
    // Validation blocks the event loop: let it handle connections that the server closed meanwhile.
    await setImmediate()
  }
  return faults
}

test('every page of a buyer is valid HTML', async () => {
  const pages = await buyerPages(api.shop)
  expect(pages.length).toBeGreaterThan(60)
  expect(await faultsIn(pages)).toEqual([])
})

test('every page of a member, of an order and of a subscription is valid HTML', async () => {
  const pages = await memberPages(api.shop)
  expect(pages.length).toBeGreaterThan(20)
  expect(await faultsIn(pages)).toEqual([])
})

test('every page of the desk is valid HTML', async () => {
  const pages = await deskPages(api)
  expect(pages.length).toBeGreaterThan(12)
  expect(await faultsIn(pages)).toEqual([])
})

test('all other mails are valid HTML', async () => {
  const mails = await mailPages(api.shop)
  expect(mails.length).toBeGreaterThan(2)
  expect(await faultsIn(mails, mailValidator)).toEqual([])
})
