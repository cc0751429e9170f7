import { draggedCrop } from '#content/rules/dragged-crop.ts'
import type { CropHandle, CropPlace } from '#content/rules/dragged-crop.ts'

/** The fields of the form, by what they say of the place. */
const fieldNames = {
  left: 'left',
  top: 'top',
  width: 'width',
  height: 'height',
  focusX: 'focus_x',
  focusY: 'focus_y',
} as const satisfies Record<keyof CropPlace, string>

const fieldIn = (form: HTMLFormElement, name: string): HTMLInputElement | null => {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : null
}

const percentIn = (form: HTMLFormElement, key: keyof CropPlace, usual: number): number => {
  const typed = Number(fieldIn(form, fieldNames[key])?.value)
  return Number.isFinite(typed) && typed >= 0 && typed <= 100 ? Math.round(typed) : usual
}

/** The values of the number fields; a place outside of the picture is moved into it. */
const placeIn = (form: HTMLFormElement): CropPlace => {
  const [left, top] = [Math.min(99, percentIn(form, 'left', 0)), Math.min(99, percentIn(form, 'top', 0))]
  return {
    left,
    top,
    width: Math.max(1, Math.min(100 - left, percentIn(form, 'width', 100))),
    height: Math.max(1, Math.min(100 - top, percentIn(form, 'height', 100))),
    focusX: percentIn(form, 'focusX', 50),
    focusY: percentIn(form, 'focusY', 50),
  }
}

const keys = ['left', 'top', 'width', 'height', 'focusX', 'focusY'] as const

const arrows: ReadonlyMap<string, readonly [x: number, y: number]> = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
])

const place = (element: HTMLElement | null, styles: Readonly<Record<string, number>>): void => {
  for (const [name, percent] of Object.entries(styles)) element?.style.setProperty(name, `${percent}%`)
}

const draw = (canvas: HTMLElement, { left, top, width, height, focusX, focusY }: CropPlace): void => {
  const handle = (name: CropHandle) => canvas.querySelector<HTMLElement>(`[data-desk-crop-${name}]`)
  place(handle('box'), { left, top, width, height })
  place(handle('corner'), { left: left + width, top: top + height })
  place(handle('point'), { left: left + (focusX / 100) * width, top: top + (focusY / 100) * height })
}

const write = (form: HTMLFormElement, to: CropPlace): void => {
  for (const key of keys) {
    const field = fieldIn(form, fieldNames[key])
    if (field) field.value = String(to[key])
  }
}

const sayPlace = (panel: HTMLElement, { left, top, width, height, focusX, focusY }: CropPlace): void => {
  const status = panel.querySelector('[data-desk-crop-status]')
  if (status)
    status.textContent = `${width}% by ${height}%, ${left}% from the left, ${top}% from the top; the point is at ${focusX}% and ${focusY}%.`
}

const watchHandle = (
  panel: HTMLElement,
  canvas: HTMLElement,
  form: HTMLFormElement,
  name: CropHandle,
): void => {
  const handle = canvas.querySelector<HTMLElement>(`[data-desk-crop-${name}]`)
  if (!handle) return
  const move = (from: CropPlace, x: number, y: number): void => {
    const to = draggedCrop(from, name, x, y)
    write(form, to)
    draw(canvas, to)
  }
  handle.addEventListener('keydown', (event) => {
    const step = arrows.get(event.key)
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const by = event.shiftKey ? 10 : 1
    move(placeIn(form), step[0] * by, step[1] * by)
    sayPlace(panel, placeIn(form))
  })
  handle.addEventListener('pointerdown', (down) => {
    down.preventDefault()
    handle.focus()
    handle.setPointerCapture(down.pointerId)
    const from = placeIn(form)
    const { width, height } = canvas.getBoundingClientRect()
    const onMove = (to: PointerEvent): void =>
      move(from, ((to.clientX - down.clientX) / width) * 100, ((to.clientY - down.clientY) / height) * 100)
    handle.addEventListener('pointermove', onMove)
    const end = (): void => {
      handle.removeEventListener('pointermove', onMove)
      sayPlace(panel, placeIn(form))
    }
    handle.addEventListener('lostpointercapture', end, { once: true })
  })
}

/** Shows the chosen file with its frame and point; both write the numbers of the form, and follow them. */
export const watchPictureCrop = (): void => {
  const panel = document.querySelector<HTMLElement>('[data-desk-crop]')
  const canvas = panel?.querySelector<HTMLElement>('[data-desk-crop-canvas]')
  const form = panel?.closest('form')
  if (!panel || !canvas || !form) return
  const image = document.createElement('img')
  image.alt = 'The chosen file'
  canvas.prepend(image)
  let address: string | null = null
  const show = (): void => {
    const file = fieldIn(form, 'file')?.files?.[0]
    if (address !== null) URL.revokeObjectURL(address)
    address = file ? URL.createObjectURL(file) : null
    panel.hidden = true
    if (address !== null) image.src = address
  }
  // The shop says when a file is not a picture.
  image.addEventListener('load', () => {
    panel.hidden = false
    draw(canvas, placeIn(form))
  })
  fieldIn(form, 'file')?.addEventListener('change', show)
  form.addEventListener('input', () => draw(canvas, placeIn(form)))
  for (const name of ['box', 'corner', 'point'] as const) watchHandle(panel, canvas, form, name)
}
