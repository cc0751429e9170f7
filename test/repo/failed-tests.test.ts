import { expect, test } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest } from '../failed-tests.ts'

const failedTest = {
  status: 'failed',
  fullName: 'carts › a cap',
  failureMessages: ['Error: 3 is not 4\n\n+ 3\n  at x'],
}

test('each failed Vitest test is listed with its file and error, without the stack', () => {
  const report = JSON.stringify({
    testResults: [
      {
        name: '/shop/test/cart.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [{ status: 'passed', fullName: 'carts › empty', failureMessages: [] }, failedTest],
      },
      {
        name: '/shop/test/broken.test.ts',
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
      { name: '/shop/test/fine.test.ts', status: 'passed', assertionResults: [] },
    ],
  })
  expect(failuresOfVitest(report, '/shop')).toEqual([
    'test/cart.test.ts › carts › a cap: Error: 3 is not 4 / + 3',
    'test/broken.test.ts: no such module',
  ])
})

test('each failed Playwright test is listed with its project, however deep its group', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    file: 'cart.spec.ts',
    ok,
    tests: [
      {
        projectName: 'controlled',
        results: [ok ? {} : { error: { message: '\u001B[31mtoo wide\u001B[39m\nmore' } }],
      },
    ],
  })
  const report = JSON.stringify({
    suites: [{ specs: [spec('fits', true)], suites: [{ specs: [spec('at 320 px', false)] }] }],
    errors: [{ message: 'no browser' }],
  })
  expect(failuresOfPlaywright(report)).toEqual([
    'cart.spec.ts [controlled] › at 320 px: too wide / more',
    'Playwright: no browser',
  ])
})

test('an unreadable report lists nothing', () => {
  expect(failuresOfVitest('', '/shop')).toEqual([])
  expect(failuresOfPlaywright('{"suites":')).toEqual([])
})
