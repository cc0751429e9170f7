import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Network {
  /** The address of the shop behind this network. */
  readonly url: string
  /** Takes the network away, as in a tunnel: what runs is cut off, nothing new gets through. */
  readonly cut: () => Promise<void>
}

/**
 * A network between a browser and its shop that can go away. The browser's own offline mode reaches a service worker
 * that is just starting too late: its first request would still get through.
 */
export const openNetwork = async (shop: string): Promise<Network> => {
  const { hostname, port } = new URL(shop)
  const sockets = new Set<Socket>()
  const server = createServer((browser) => {
    const onward = connect(Number(port), hostname)
    for (const [socket, other] of [
      [browser, onward],
      [onward, browser],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the network has no address')
  return {
    url: `http://localhost:${address.port}`,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
