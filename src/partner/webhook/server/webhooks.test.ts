import { expect, test } from 'vitest'
import { urlProblem } from './webhooks.ts'

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
  ['https://127.0.0.1/hooks', 'public', null],
  ['https://[::1]/hooks', 'public', null],
  ['https://10.0.0.5/', 'public', 'public'],
  ['https://169.254.169.254/latest', 'public', 'public'],
  // As browsers and Node.js read it: 169.254.169.254.
  ['https://0xa9fea9fe/', 'public', 'public'],
  ['https://[::ffff:10.0.0.5]/', 'public', 'public'],
  ['https://[fd00::1]/', 'public', 'public'],
  ['https://93.184.216.34/hooks', null, null],
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
