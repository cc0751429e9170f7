import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { SendWebhook } from './deliveries.ts'

const patienceMs = 5_000

/**
 * Posts webhooks to one address, with the signature in the header `signatureHeader`; anything but a 2xx in time is a
 * refusal, to be tried again.
 */
export const webhookSender =
  (address: string, signatureHeader: string): SendWebhook =>
  (body, signature) =>
    new Promise((resolve) => {
      const ask = address.startsWith('https:') ? secureRequest : request
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        [signatureHeader]: signature,
      }
      const requested = ask(
        address,
        { method: 'POST', headers, signal: AbortSignal.timeout(patienceMs) },
        (reply) => {
          const status = reply.statusCode ?? 0
          reply.resume()
          reply.once('close', () => resolve(status >= 200 && status < 300))
        },
      )
      requested.once('error', () => resolve(false))
      requested.end(body)
    })
