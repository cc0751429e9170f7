import type { Duplex } from 'node:stream'
import { brand } from '#shared/brand.ts'
import { ShopError, errorReply } from '#shared/errors.ts'
import { closedHeaders } from './security-headers.ts'

/**
 * Answers invalid HTTP, before there is a request: in the catalogue's form, without the parser's text. The connection
 * ends, because the start of the next request is unknown.
 */
export const replyToBrokenRequest =
  (publicUrl: string) =>
  (fault: Error & { readonly code?: string }, socket: Duplex): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const error = new ShopError('MALFORMED_REQUEST')
    const body = JSON.stringify(errorReply(error))
    const headers = Object.entries({
      ...closedHeaders(publicUrl),
      [brand.keys.errorHeader]: error.code,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${error.status} Bad Request`, ...headers, '', body].join('\r\n'))
  }
