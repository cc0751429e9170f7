import { Socket } from 'node:net'

/**
 * A socket that sends what is written within one turn of the event loop by one system call: PostgreSQL is woken once for
 * statements that travel together, not by each part of each of them.
 */
export const gatheringSocket = (): Socket => {
  const socket = new Socket()
  let gathers = false
  const gather = (): void => {
    if (gathers) return
    gathers = true
    socket.cork()
    process.nextTick(() => {
      gathers = false
      socket.uncork()
    })
  }
  // Not before: a socket that connects takes its own way of writing back.
  socket.once('connect', () => {
    const write = socket.write.bind(socket)
    const gathered = (...given: readonly unknown[]): unknown => {
      gather()
      return Reflect.apply(write, socket, given)
    }
    Object.defineProperty(socket, 'write', { value: gathered, writable: true })
  })
  return socket
}
