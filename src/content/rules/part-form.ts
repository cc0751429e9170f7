import { Block } from './content-block.ts'
import { ContentPage, PageVariant, Section } from './content-page.ts'
import { emptyValue, formNode } from './form-shape.ts'
import type { FormNode, FormGroup } from './form-shape.ts'
import type { FoundPart } from './page-draft.ts'
import type { PageDocument } from './page-set.ts'
import { isDocument, isVariant } from './page-set.ts'

const withoutFields = (node: FormNode, names: readonly string[]): FormGroup => ({
  kind: 'group',
  isOptional: false,
  fields: node.kind === 'group' ? node.fields.filter(({ name }) => !names.includes(name)) : [],
})

/** What links of other pages rely on, and what is edited in parts of its own. */
const fixedOfPage = ['slug', 'path', 'basedOn', 'product', 'sections']

const wholePage = formNode(ContentPage)
const variantPage = formNode(PageVariant)
const sections = formNode(Section)
const blocks = formNode(Block)

const fieldNode = (node: FormNode, name: string): FormNode =>
  (node.kind === 'group' ? node.fields.find((field) => field.name === name)?.node : undefined) ?? node

const optionOf = (node: FormNode, kind: unknown): FormGroup => {
  const option = node.kind === 'union' ? node.options.get(String(kind)) : undefined
  return withoutFields(option ?? node, ['kind', 'blocks'])
}

/** What a block of a supplement facts panel shows is put in from the page that it names. */
const blockNode = (kind: unknown): FormGroup => {
  const option = blocks.kind === 'union' ? blocks.options.get(String(kind)) : undefined
  const left = kind === 'section' ? ['kind'] : ['kind', 'facts']
  return withoutFields(option ?? blocks, kind === 'supplement-facts' ? left : ['kind'])
}

/** What decides which form a part has. */
export interface PartForm {
  readonly kind: FoundPart['kind']
  /** Of a section or a block: `paragraph`. */
  readonly type: string
  /** Whether the page shows the sections of another one. */
  readonly isVariant: boolean
}

/** The form of a part of a page. */
export const formOf = ({ kind, type, isVariant: shows }: PartForm): FormGroup => {
  const whole = shows ? variantPage : wholePage
  switch (kind) {
    case 'page':
      return withoutFields(whole, fixedOfPage)
    case 'product': {
      const node = fieldNode(whole, 'product')
      return withoutFields(node, [])
    }
    case 'section':
      return optionOf(sections, type)
    case 'block':
      return blockNode(type)
  }
}

export const formOfPart = ({ kind, part }: FoundPart, page: PageDocument): FormGroup =>
  formOf({ kind, type: String(part.value['kind']), isVariant: isVariant(page) })

/** The properties of a part that have no field and stay as they are: its kind, and of a page its address. */
export const fixedValuesOf = ({ kind, part }: FoundPart): PageDocument => {
  const fixed = kind === 'page' ? ['slug', 'path', 'basedOn'] : ['kind']
  return Object.fromEntries(Object.entries(part.value).filter(([name]) => fixed.includes(name)))
}

const kindsOf = (node: FormNode): readonly string[] => (node.kind === 'union' ? [...node.options.keys()] : [])

export const sectionKinds = kindsOf(sections)
export const blockKinds = kindsOf(blocks)

/** What a new section or block says at first: its kind, with every field empty. */
export const newPartValue = (action: 'add-section' | 'add-block', kind: string | undefined): PageDocument => {
  const value = emptyValue(action === 'add-section' ? sections : blocks, kind ?? 'text')
  const document = isDocument(value) ? value : {}
  // The blocks of a section are parts of their own.
  return action === 'add-section' && document['kind'] === 'text' ? { ...document, blocks: [] } : document
}
