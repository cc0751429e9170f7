import { expect, test } from 'vitest'
import { urlProblem } from './endpoint-url.ts'

test.each([
  ['https://partner.example/hooks', null, null],
  ['http://127.0.0.1:4000/hooks', 'https', null],
  ['http://localhost:4000/', 'https', null],
  ['http://partner.example/hooks', 'https', 'https'],
  ['http://localhost.partner.example/', 'https', 'https'],
  ['ftp://partner.example/', 'https', 'https'],
  ['file:///etc/passwd', 'https', 'https'],
  ['https://user:word@partner.example/', 'password', 'password'],
  ['https://partner.example/#a', '#', '#'],
  ['partner.example', 'such as', 'such as'],
  [`https://partner.example/${'a'.repeat(300)}`, 'such as', 'such as'],
])('%s', (url, inProduction, inSandbox) => {
  for (const [isSandbox, word] of [
    [false, inProduction],
    [true, inSandbox],
  ] as const) {
    const problem = urlProblem(url, isSandbox)
    if (word === null) expect(problem).toBeNull()
    else expect(problem).toContain(word)
  }
})
