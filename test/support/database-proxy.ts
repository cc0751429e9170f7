import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { openDatabase, type DatabaseAddress, type OpenDatabase } from '#platform/database.ts'

const freshListener = (target: string, open: Set<Socket>) =>
  createServer((client) => {
    const server = connect(target)
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      // prettier-ignore
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })

/** The same database through a port that a test can close and open again. */
export const databaseByProxy = async (address: DatabaseAddress) => {
  if (address.kind !== 'socket') throw new Error('the database of tests listens on a socket')
  const open = new Set<Socket>()
  const listener = freshListener(`${address.folder}/.s.PGSQL.5432`, open)
  const listen = async (port: number): Promise<number> => {
    listener.listen({ host: '127.0.0.1', port })
    await once(listener, 'listening')
    const bound = listener.address()
    return typeof bound === 'object' && bound !== null ? bound.port : 0
  }
  const port = await listen(0)
  const proxied: DatabaseAddress = {
    kind: 'url',
    url: `postgres://${address.user}@127.0.0.1:${port}/${address.database}`,
  }
  const opened: OpenDatabase = openDatabase(proxied, { maxConnections: 10, onIdleError: () => undefined })
  const disconnect = async (): Promise<void> => {
    const closed = once(listener, 'close')
    listener.close()
    for (const socket of open) socket.destroy()
    await closed
  }
  return {
    database: { ...opened, address: proxied },
    disconnect,
    /** Passes nothing more on, over connections that stay open: a peer that is gone without a word. */
    silence: (): void => {
      for (const socket of open) socket.unpipe().pause()
    },
    reconnect: () => listen(port),
    /** Of clients, at this moment. */
    connections: () => open.size / 2,
  }
}
