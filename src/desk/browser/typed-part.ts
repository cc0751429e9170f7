import { brand } from '#shared/brand.ts'
import { isRecord } from '#shared/is-record.ts'

/** How long after the last key the preview shows what is typed. */
const pauseMs = 400

type Pairs = readonly (readonly [name: string, value: string])[]

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isField = (part: Element): part is Field =>
  part instanceof HTMLInputElement || part instanceof HTMLSelectElement || part instanceof HTMLTextAreaElement

const typedIn = (form: HTMLFormElement): Pairs =>
  [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )

/** The value of the field when the page was loaded; nothing for a box that was not checked. */
const sentValue = (field: Field): readonly string[] => {
  if (field instanceof HTMLSelectElement) {
    const chosen = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return chosen ? [chosen.value] : []
  }
  if (field instanceof HTMLInputElement && field.type === 'checkbox')
    return field.defaultChecked ? [field.value] : []
  return [field.defaultValue]
}

const sentIn = (form: HTMLFormElement): Pairs =>
  [...form.elements]
    .filter(isField)
    .filter(({ name }) => name !== '')
    .flatMap((field) => sentValue(field).map((value) => [field.name, value] as const))

const isFieldOfPart = ([name]: Pairs[number]): boolean => name.startsWith('f.')

// Forms are sent with other line ends than fields have.
const fieldsIn = (pairs: Pairs): string =>
  JSON.stringify(pairs.filter(isFieldOfPart).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

/** Of one part of one page. */
const storageOf = (form: HTMLFormElement) => {
  const part = form.elements.namedItem('part')
  const key = `${brand.key}_desk_typed ${location.pathname} ${part instanceof HTMLInputElement ? part.value : ''}`
  return {
    write: (pairs: Pairs): void => localStorage.setItem(key, JSON.stringify({ pairs })),
    drop: (): void => localStorage.removeItem(key),
    read: (): Pairs | null => {
      const text = localStorage.getItem(key)
      const stored: unknown = text === null ? null : JSON.parse(text)
      return isRecord(stored) && Array.isArray(stored['pairs']) ? stored['pairs'].filter(isPair) : null
    },
  }
}

type Storage = ReturnType<typeof storageOf>

/** Fills the form that brings back what was typed, by way of the server: a list may have had more items. */
const offer = (pairs: Pairs, storage: Storage): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-desk-typed-before]')
  if (!form) return
  const others = pairs.filter(([name]) => name !== 'intent')
  for (const [name, value] of [...others, ['list', 'as typed'] as const]) {
    const field = document.createElement('textarea')
    field.name = name
    field.value = value
    field.hidden = true
    form.append(field)
  }
  form.hidden = false
  form.querySelector('[data-desk-typed-drop]')?.addEventListener('click', () => {
    storage.drop()
    form.hidden = true
  })
}

/** The address says once that the part was saved: what is typed after that is not. */
const takeSaved = (): boolean => {
  const url = new URL(location.href)
  if (url.searchParams.get('done') !== 'saved') return false
  url.searchParams.delete('done')
  history.replaceState(history.state, '', url)
  return true
}

const openStored = (form: HTMLFormElement, storage: Storage): void => {
  const wasSaved = takeSaved()
  if (form.dataset['deskTyped'] !== 'saved') return storage.write(typedIn(form))
  const stored = storage.read()
  if (stored === null) return
  if (wasSaved || fieldsIn(stored) === fieldsIn(sentIn(form))) return storage.drop()
  offer(stored, storage)
}

let frames = 0

/**
 * Shows what is typed in a new frame, which takes the place of the one before when it is there: nothing flashes, and the
 * browser's
 * way back does not lead through every key.
 */
const showTyped = (form: HTMLFormElement, button: HTMLButtonElement): void => {
  const shown = document.querySelector<HTMLIFrameElement>('iframe[data-desk-preview-shown]')
  if (!shown?.parentElement) return
  for (const late of document.querySelectorAll('iframe[data-desk-preview-next]')) late.remove()
  const next = document.createElement('iframe')
  next.setAttribute('sandbox', '')
  next.title = shown.title
  next.name = `${button.formTarget}-${(frames += 1)}`
  next.className = shown.className
  next.dataset['deskPreviewNext'] = ''
  shown.before(next)
  next.addEventListener('load', () => {
    shown.remove()
    delete next.dataset['deskPreviewNext']
    next.dataset['deskPreviewShown'] = ''
  })
  const before = button.formTarget
  button.formTarget = next.name
  form.requestSubmit(button)
  button.formTarget = before
}

/** Stores what is typed in the form of a part until it is saved, and shows it in the preview. */
export const watchTypedPart = (): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-desk-typed]')
  const button = form?.querySelector<HTMLButtonElement>('button[data-desk-preview]')
  if (!form || !button) return
  const storage = storageOf(form)
  try {
    openStored(form, storage)
  } catch {
    // A browser without storage stores nothing.
  }
  let timer = 0
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => showTyped(form, button), pauseMs)
    try {
      storage.write(typedIn(form))
    } catch {
      // Neither does one whose storage is full.
    }
  })
  if (form.dataset['deskTyped'] === 'sent') showTyped(form, button)
}
