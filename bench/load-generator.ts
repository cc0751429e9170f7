import { connect } from 'node:net'
import { sliceOf, type Slice } from './figures.ts'

interface LoadRequest {
  readonly port: number
  /** The request as it goes over the wire. */
  readonly request: string
  readonly connections: number
  readonly milliseconds: number
}

/** Where a request names the network that it comes from; each has one of its own, for limits are not what is measured. */
export const networkPlaceholder = '{network}'

let networks = 0

const withNetwork = (request: string): string => {
  networks += 1
  return request.replace(
    networkPlaceholder,
    `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`,
  )
}

const bodyLength = (head: string): number => {
  const lengthText = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (lengthText === undefined) throw new Error('a reply does not say its length')
  return Number(lengthText)
}

/** Bytes of the whole reply that starts here; 0 while its head is not complete. */
const replyLength = (chunk: Buffer): number => {
  const end = chunk.indexOf('\r\n\r\n')
  if (end === -1) return 0
  const head = chunk.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`answered ${head.slice(0, 60)}`)
  return end + 4 + bodyLength(head)
}

const loadConnection = (load: LoadRequest, latencies: number[], until: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: load.port, noDelay: true })
    let sentAt = 0
    let head: Buffer = Buffer.alloc(0)
    let missingBytes = 0
    const send = (): void => {
      sentAt = performance.now()
      socket.write(withNetwork(load.request))
    }
    socket.on('data', (chunk: Buffer) => {
      try {
        if (missingBytes > 0) missingBytes -= chunk.length
        else {
          head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
          const replyBytes = replyLength(head)
          if (replyBytes === 0) return
          missingBytes = replyBytes - head.length
          head = Buffer.alloc(0)
        }
        if (missingBytes > 0) return
        if (missingBytes < 0) throw new Error('a reply is longer than it says')
      } catch (thrown) {
        socket.destroy()
        return reject(thrown)
      }
      const now = performance.now()
      latencies.push(now - sentAt)
      if (now < until) return send()
      socket.destroy()
      resolve()
    })
    socket.once('connect', send)
    socket.once('error', reject)
  })

/**
 * Sends the same request, except for its network, again and again over keep-alive connections, each one when the last
 * was answered completely. Reads lengths only, so that the sender uses little CPU. Rejects for any status but 200.
 */
export const generateLoad = async (load: LoadRequest): Promise<Slice> => {
  const latencies: number[] = []
  const start = performance.now()
  const until = start + load.milliseconds
  await Promise.all(Array.from({ length: load.connections }, () => loadConnection(load, latencies, until)))
  return sliceOf(latencies, (performance.now() - start) / 1000)
}
