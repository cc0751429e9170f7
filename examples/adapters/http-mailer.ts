import { once } from 'node:events'
import { createServer } from 'node:http'
import { createOutgoing } from '../../src/platform/outgoing.ts'
import type { Outgoing } from '../../src/platform/outgoing.ts'
import type { Mailer } from '../../src/platform/mail.ts'
import type { OpenMailer, ReceivedMail } from '../../test/contracts/mail-transports.ts'

/** A mail transport for a service that takes each mail as JSON, and knows a repeated one by its id. */
const createHttpMailer = (outgoing: Outgoing, url: string, token: string): Mailer => ({
  send: async (mail) => {
    const { status } = await outgoing.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(mail),
      timeoutMs: 10_000,
    })
    if (status >= 300) throw new Error(`the mail service answered ${status}`)
  },
  close: () => undefined,
})

/** For the contract test: the transport, and a stand-in of its service. */
export const open: OpenMailer = async () => {
  const kept = new Map<string, ReceivedMail>()
  let refuses = false
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const isRefused = refuses
      refuses = false
      const mail: ReceivedMail = JSON.parse(body)
      if (!isRefused) kept.set(mail.id, mail)
      response.writeHead(isRefused ? 503 : 202).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    mailer: createHttpMailer(createOutgoing(), `http://127.0.0.1:${port}/mails`, 'a token'),
    received: () => Promise.resolve([...kept.values()]),
    refuseNext: () => {
      refuses = true
      return Promise.resolve()
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
