import { softAuthenticator } from '/work/h/reports/test/account/soft-authenticator.ts'
const [base = '', token = '', ...paths] = process.argv.slice(2)
const json = { 'content-type': 'application/json', origin: base, 'sec-fetch-site': 'same-origin' }
const cookies = new Map<string, string>()
const call = async (url: string, init: RequestInit = {}) => {
  const cookie = [...cookies].map(([n, v]) => `${n}=${v}`).join('; ')
  const answer = await fetch(base + url, { ...init, redirect: 'manual', headers: { ...json, cookie, ...(init.headers ?? {}) } })
  for (const one of answer.headers.getSetCookie()) { const [pair = ''] = one.split(';'); const i = pair.indexOf('='); cookies.set(pair.slice(0, i), pair.slice(i + 1)) }
  return answer
}
const post = async (url: string, body: object) => { const a = await call(url, { method: 'POST', body: JSON.stringify(body) }); if (!a.ok) throw new Error(url + ' ' + a.status + ' ' + (await a.text())); return a.json() as any }
const { readFile, writeFile } = await import('node:fs/promises')
if (token === 'saved') { for (const [n, v] of JSON.parse(await readFile('/tmp/reports/cookies.json', 'utf8'))) cookies.set(n, v) }
else {
  const authenticator = softAuthenticator(base)
  const started = await post(`/api/desk/join/${token}/start/`, {})
  await post(`/api/desk/join/${token}/`, { name: 'meter', passkey_name: 'laptop', credential: authenticator.register(started.options.challenge) })
  await writeFile('/tmp/reports/cookies.json', JSON.stringify([...cookies]))
}
for (const path of paths) {
  const times: number[] = []
  let status = 0, size = 0
  for (let n = 0; n < 9; n += 1) {
    const begun = performance.now()
    const answer = await call(path)
    size = (await answer.text()).length
    times.push(performance.now() - begun)
    status = answer.status
  }
  const [first, ...rest] = times
  const sorted = rest.toSorted((a, b) => a - b)
  console.log(`${path} ${status} ${size} B first ${Math.round(first!)} best ${Math.round(sorted[0]!)} median ${Math.round(sorted[4]!)} worst ${Math.round(sorted.at(-1)!)}`)
}
