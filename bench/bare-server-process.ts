import { createServer } from 'node:http'
import { z } from 'zod'
import { answerTasks } from './child.ts'

const Task = z.object({ headers: z.array(z.string()), body: z.string() })

/** The floor of pages and calls: a bare Node server that answers everything with the same bytes. */
answerTasks(
  (task) =>
    new Promise((resolve, reject) => {
      const { headers, body } = Task.parse(task)
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
    }),
)
