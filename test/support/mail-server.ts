import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { readMessage } from '../contracts/mail-transports.ts'
import type { ReceivedMail } from '../contracts/mail-transports.ts'

/** A mail server that keeps what it takes, as it came over the wire. */
export const startMailServer = async () => {
  const messages: string[] = []
  let refuses = false
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => void pieces.push(piece))
      stream.on('end', () => {
        if (refuses) refused += 1
        else messages.push(Buffer.concat(pieces).toString('utf8'))
        done(refuses ? new Error('try again later') : null)
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages: (): readonly string[] => messages,
    /** What it took, the first one first; one that came twice is here twice. */
    received: (): readonly ReceivedMail[] => messages.map(readMessage),
    /** From now on it takes nothing, or everything again. */
    refuse: (isRefused: boolean): void => {
      refuses = isRefused
    },
    refusals: (): number => refused,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
