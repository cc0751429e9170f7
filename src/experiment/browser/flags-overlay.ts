import { ownValue } from '#shared/own-value.ts'
import { edgeCookie } from '../rules/edge-cookie.ts'
import { attributeOfExperiment, attributeOfFlag, flagsElementId } from '../rules/flag-attributes.ts'
import { currentPageFlags, flagOverrides, saveFlagOverrides } from './page-flags.ts'

type Choices = Readonly<Record<string, readonly string[]>>

const isChoices = (value: unknown): value is Choices => typeof value === 'object' && value !== null

/** The existing variants, as the shop lists them for developers. */
const fetchChoices = async (): Promise<Choices> => {
  const answer: unknown = await (await fetch('/api/experiment/')).json()
  const choices =
    typeof answer === 'object' && answer !== null && 'choices' in answer ? answer.choices : undefined
  return isChoices(choices) ? choices : {}
}

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  text = '',
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] => {
  const node = document.createElement(name)
  node.append(...(text === '' ? [] : [text]), ...children)
  return node
}

/** Changes an attribute on the page at once, and stores it for this tab. */
const applyOverride = (attribute: string, value: string): void => {
  saveFlagOverrides({ ...Object.fromEntries(flagOverrides()), [attribute]: value })
  document.getElementById(flagsElementId)?.setAttribute(attribute, value)
}

/** The server gets a variant by the cookie that an edge would write; it ends with the browser. */
const writeEdgeCookie = (experiments: Readonly<Record<string, string>>): void => {
  document.cookie = `${edgeCookie}=${encodeURIComponent(JSON.stringify(experiments))}; path=/; samesite=lax`
}

const flagRow = (name: string, isOn: boolean): Node => {
  const box = element('input')
  box.type = 'checkbox'
  box.checked = isOn
  box.addEventListener('change', () => applyOverride(attributeOfFlag(name), String(box.checked)))
  return element('label', '', box, element('code', name))
}

const experimentRow = (name: string, variants: readonly string[], current: string | undefined): Node => {
  const choice = element('select')
  if (current === undefined) choice.append(new Option('none', ''))
  for (const variant of variants) choice.append(new Option(variant, variant))
  choice.value = current ?? ''
  choice.addEventListener('change', () => {
    applyOverride(attributeOfExperiment(name), choice.value)
    writeEdgeCookie(currentPageFlags().experiments)
  })
  return element('label', '', element('code', name), choice)
}

const group = (title: string, rows: readonly Node[]): Node =>
  element('fieldset', '', element('legend', title), ...rows)

const reset = (): void => {
  saveFlagOverrides({})
  document.cookie = `${edgeCookie}=; path=/; max-age=0; samesite=lax`
  location.replace(location.pathname + location.search)
}

const actionButton = (label: string, onClick: () => void): Node => {
  const button = element('button', label)
  button.type = 'button'
  button.addEventListener('click', onClick)
  return button
}

const render = async (dialog: HTMLDialogElement): Promise<void> => {
  const choices = await fetchChoices()
  const { flags, experiments } = currentPageFlags()
  const title = element('h2', 'Flags')
  title.id = 'flags-overlay-title'
  dialog.replaceChildren(
    title,
    element('p', 'What you change holds in this tab, for experiments also on the server. Nobody else sees it.'),
    group('Flags', Object.entries(flags).map(([name, isOn]) => flagRow(name, isOn))),
    group('Experiments', Object.entries(choices).map(([name, variants]) => experimentRow(name, variants, ownValue(experiments, name)))),
    element('p', '', actionButton('Close', () => dialog.close()), actionButton('As the shop decides', reset)),
  ) // prettier-ignore
}

/** A style sheet of its own: pages of a production shop do not load it. */
const loadStyles = (): Promise<void> =>
  new Promise((resolve) => {
    const sheet = element('link')
    sheet.rel = 'stylesheet'
    sheet.href = '/flags-overlay.css'
    sheet.addEventListener('load', () => resolve())
    sheet.addEventListener('error', () => resolve())
    document.head.append(sheet)
  })

let overlay: HTMLDialogElement | null = null

/** Shows the flags and variants of this page in a dialog; it closes by Escape and gives the focus back. */
export const openFlagsOverlay = async (): Promise<void> => {
  if (overlay?.open) return
  if (overlay === null) {
    await loadStyles()
    overlay = element('dialog')
    overlay.id = 'flags-overlay'
    overlay.setAttribute('aria-labelledby', 'flags-overlay-title')
    document.body.append(overlay)
  }
  await render(overlay)
  overlay.showModal()
}
