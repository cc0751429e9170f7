import { agentCommand } from '#agent/commands/agent-command.ts'
import { allowWrites, startImpersonation } from '#agent/endpoints.ts'
import type { TestApi } from './test-api.ts'

let agents = 0

const json = { 'content-type': 'application/json' }

/** An agent with an impersonation session, a new one for each call. */
export const signInAgent = async (api: TestApi, member: string) => {
  agents += 1
  const email = `agent-${agents}@support.example`
  const command = async (...words: readonly string[]): Promise<string> => {
    const output: string[] = []
    await agentCommand.run(
      {
        print: (line) => void output.push(line),
        shop: async () => api.opened,
      },
      words,
    )
    return output.join('\n')
  }
  const name = `Agent ${agents}`
  const password = (await command('add', email, '--name', name)).split(': ').at(-1) ?? ''
  return {
    email,
    name,
    command,
    /** Begins another visit; answers its cookie. */
    impersonation: async (how: 'reads' | 'writes'): Promise<string> => {
      const link = await command('authorize', email, '--for', member, '--reason', 'a lost shipment')
      const id = /authorize\/([\w-]+)\//.exec(link)?.[1] ?? ''
      const started = await api.inject({
        method: startImpersonation.method,
        url: startImpersonation.path.replace('{id}', id),
        headers: json,
        body: JSON.stringify({ password }),
      })
      const cookie = started.cookies.find(({ name }) => name === api.opened.agentCookie)
      if (cookie === undefined) throw new Error(`no visit began: ${started.body}`)
      const header = `${cookie.name}=${cookie.value}`
      if (how === 'writes') {
        await api.inject({
          method: allowWrites.method,
          url: allowWrites.path,
          headers: { ...json, cookie: header },
          body: JSON.stringify({ intent: 'where the order goes' }),
        })
      }
      return header
    },
  }
}
