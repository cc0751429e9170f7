import { softAuthenticator } from '../account/soft-authenticator.ts'
import { newApiClient } from '../support/api-client.ts'

const json = { 'content-type': 'application/json' }

/** A person of staff who joined a running shop by the link of `staff invite`, and works at its desk over HTTP. */
export const joinRunningDesk = async (url: string, link: string, name: string) => {
  const client = newApiClient(url)
  const authenticator = softAuthenticator(url)
  const token = link.slice(link.lastIndexOf('/') + 1)
  const send = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const body = payload === undefined ? {} : { body: JSON.stringify(payload), headers: json }
    const answer = await client.send({ method, path, ...body })
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.text === '' ? {} : JSON.parse(answer.text)
  }
  const started = await send('POST', `/api/desk/join/${token}/start/`, {})
  const credential = authenticator.register(started.options.challenge)
  await send('POST', `/api/desk/join/${token}/`, { name, passkey_name: 'laptop', credential })
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, payload: object) => send('POST', path, payload),
    /** Approves what somebody else asked for, with the passkey. */
    approve: async (id: string) => {
      const requested = await send('POST', '/api/desk/step-up/start/', {})
      const answer = authenticator.answer(requested.options.challenge)
      await send('POST', '/api/desk/step-up/', { action: `approve ${id}`, credential: answer })
      return send('POST', `/api/desk/approvals/${id}/decide/`, { decision: 'approve', note: '' })
    },
  }
}

export type RunningDesk = Awaited<ReturnType<typeof joinRunningDesk>>
