import { createServer } from 'node:http'
import { z } from 'zod'
import { answerTasks } from './child.ts'
import { cpuSoFar } from './cpu.ts'

const Task = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), headers: z.array(z.string()), body: z.string() }),
  z.object({ kind: z.literal('usage') }),
])

type ReplyToServe = Extract<z.output<typeof Task>, { kind: 'answer' }>

const listen = ({ headers, body }: ReplyToServe): Promise<number> =>
  new Promise((resolve, reject) => {
    const bytes = Buffer.from(body, 'base64')
    const server = createServer((_request, response) => {
      response.writeHead(200, headers)
      response.end(bytes)
    })
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })

/** The baseline of pages and endpoints: a bare Node server that answers everything with the same bytes. */
answerTasks(async (message) => {
  const task = Task.parse(message)
  return task.kind === 'answer' ? listen(task) : cpuSoFar()
})
