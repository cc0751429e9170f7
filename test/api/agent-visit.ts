import { agentCommand } from '#app/operator/agent-command.ts'
import { allowWrites, startVisit } from '#agent/calls.ts'
import type { ApiHouse } from './api-house.ts'

let agents = 0

const json = { 'content-type': 'application/json' }

/** An agent whom operators let act for a member, again for each visit. */
export const agentFor = async (house: ApiHouse, member: string) => {
  agents += 1
  const email = `agent-${agents}@support.example`
  const command = async (...words: readonly string[]): Promise<string> => {
    const said: string[] = []
    await agentCommand.run(
      {
        settings: house.opened.settings,
        root: '',
        say: (line) => void said.push(line),
        database: () => Promise.reject(new Error('agents are made in the shop')),
        shop: async () => house.opened,
      },
      words,
    )
    return said.join('\n')
  }
  const name = `Agent ${agents}`
  const password = (await command('add', email, '--name', name)).split(': ').at(-1) ?? ''
  return {
    email,
    name,
    command,
    /** Begins another visit; answers its cookie. */
    visit: async (how: 'reads' | 'writes'): Promise<string> => {
      const link = await command('authorise', email, '--for', member, '--reason', 'a lost parcel')
      const id = /authorize\/([\w-]+)\//.exec(link)?.[1] ?? ''
      const started = await house.inject({
        method: startVisit.method,
        url: startVisit.path.replace('{id}', id),
        headers: json,
        body: JSON.stringify({ password }),
      })
      const cookie = started.cookies.find(({ name }) => name === house.opened.agentCookie)
      if (cookie === undefined) throw new Error(`no visit began: ${started.body}`)
      const header = `${cookie.name}=${cookie.value}`
      if (how === 'writes') {
        await house.inject({
          method: allowWrites.method,
          url: allowWrites.path,
          headers: { ...json, cookie: header },
          body: JSON.stringify({ intent: 'where the parcel goes' }),
        })
      }
      return header
    },
  }
}
