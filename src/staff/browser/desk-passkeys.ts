import { ApiError } from '#ui/browser/json-client.ts'
import { requestJson } from '#ui/browser/request-json.ts'
import { isRecord } from '#shared/is-record.ts'

const post = async (path: `/${string}`, payload: object): Promise<Record<string, unknown>> => {
  const reply = await requestJson({ method: 'POST', path }, payload)
  return isRecord(reply) ? reply : {}
}

const isForGet = (value: unknown): value is PublicKeyCredentialRequestOptionsJSON =>
  isRecord(value) && typeof value['challenge'] === 'string'

const isForCreate = (value: unknown): value is PublicKeyCredentialCreationOptionsJSON =>
  isForGet(value) && 'pubKeyCredParams' in value

const canceled = (): DOMException => new DOMException('', 'AbortError')

/** Asks the browser for a passkey of this site. */
const assertion = async (startPath: `/${string}`): Promise<PublicKeyCredential> => {
  const { options } = await post(startPath, {})
  if (!isForGet(options)) throw canceled()
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw canceled()
  return credential
}

const signIn = async (form: HTMLFormElement): Promise<void> => {
  const credential = await assertion('/api/desk/sign-in/start/')
  await post('/api/desk/sign-in/', { credential: credential.toJSON() })
  location.assign(form.dataset['returnTo'] ?? '/desk')
}

const valueIn = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const join = async (form: HTMLFormElement): Promise<void> => {
  const path = `/api/desk/join/${form.dataset['token'] ?? ''}/` as const
  const { options } = await post(`${path}start/`, {})
  if (!isForCreate(options)) throw canceled()
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw canceled()
  await post(path, {
    name: valueIn(form, 'name'),
    passkey_name: valueIn(form, 'passkey_name'),
    credential: credential.toJSON(),
  })
  location.assign('/desk')
}

/** The action of a form, with what was typed in place of `{field}`. */
const actionOf = (form: HTMLFormElement): string =>
  (form.dataset['confirms'] ?? '').replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    valueIn(form, name).toLowerCase(),
  )

/** Has the passkey count for the form's action, then sends the form. */
const confirm = async (form: HTMLFormElement): Promise<void> => {
  const credential = await assertion('/api/desk/step-up/start/')
  await post('/api/desk/step-up/', { action: actionOf(form), credential: credential.toJSON() })
  // Not `requestSubmit`: this handler would take it again.
  form.submit()
}

const messageOf = (thrown: unknown): string =>
  thrown instanceof ApiError
    ? (Object.values(thrown.fields)[0] ?? thrown.detail)
    : 'This did not work. Please try again.'

const showError = (form: HTMLFormElement, thrown: unknown): void => {
  const isCanceled = thrown instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(thrown.name)
  const element = form.querySelector('[data-desk-message]')
  if (element) element.textContent = isCanceled ? 'No passkey was used.' : messageOf(thrown)
}

const handlers = new Map([
  ['sign-in', signIn],
  ['join', join],
  ['step-up', confirm],
])

/** Forms that need a passkey: shown where the browser has them, and sent once the passkey answered. */
export const watchDeskPasskeys = (): void => {
  if (!('PublicKeyCredential' in window) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-desk-passkey]')) {
    const handle = handlers.get(form.dataset['deskPasskey'] ?? '')
    if (!handle) continue
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void handle(form).catch((thrown: unknown) => showError(form, thrown))
    })
  }
}
