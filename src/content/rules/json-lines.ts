/** A JSON value together with the line each part of it starts on, keyed by its path joined with dots. */
export interface LocatedJson {
  readonly value: unknown
  readonly lineOf: (path: readonly PropertyKey[]) => number
}

/** Thrown for text that is not JSON. */
export class JsonFault extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'JsonFault'
    this.line = line
  }
}

const tokenPattern = /\s*([{}[\],:]|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

/** Finds the lines of consecutive places; counting from the start each time would take quadratic time. */
const lineCounter = (text: string) => {
  let line = 1
  let counted = 0
  return (offset: number): number => {
    for (; counted < offset; counted += 1) if (text.charCodeAt(counted) === 10) line += 1
    return line
  }
}

interface Token {
  readonly text: string
  readonly line: number
}

const tokensOf = (text: string): Token[] => {
  const pattern = new RegExp(tokenPattern)
  const tokens: Token[] = []
  const lineAt = lineCounter(text)
  const end = text.trimEnd().length
  while (pattern.lastIndex < end) {
    const start = pattern.lastIndex
    const match = pattern.exec(text)
    if (!match?.[1]) {
      const blank = /^\s*/.exec(text.slice(start))?.[0].length ?? 0
      throw new JsonFault(lineAt(start + blank), 'not JSON here')
    }
    tokens.push({ text: match[1], line: lineAt(pattern.lastIndex - match[1].length) })
  }
  return tokens
}

class Reader {
  readonly lines = new Map<string, number>()
  private at = 0
  private readonly tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  private next(): Token {
    const token = this.tokens[this.at]
    if (!token) throw new JsonFault(this.tokens.at(-1)?.line ?? 1, 'the file ends too early')
    this.at += 1
    return token
  }

  private peek(): string | undefined {
    return this.tokens[this.at]?.text
  }

  private expect(text: string): void {
    const token = this.next()
    if (token.text !== text) throw new JsonFault(token.line, `expected ${text} before ${token.text}`)
  }

  private list(path: string, close: string, entry: () => void): void {
    if (this.peek() === close) {
      this.next()
      return
    }
    for (;;) {
      entry()
      const token = this.next()
      if (token.text === close) return
      if (token.text !== ',')
        throw new JsonFault(token.line, `expected , or ${close} in ${path || 'the file'}`)
    }
  }

  value(path: string): unknown {
    const token = this.next()
    this.lines.set(path, token.line)
    if (token.text === '{') return this.object(path)
    if (token.text === '[') return this.array(path)
    if (/^[\]},:]$/.test(token.text))
      throw new JsonFault(token.line, `a value is missing before ${token.text}`)
    return JSON.parse(token.text)
  }

  private object(path: string): Record<string, unknown> {
    const entries: [string, unknown][] = []
    this.list(path, '}', () => {
      const token = this.next()
      if (!token.text.startsWith('"'))
        throw new JsonFault(token.line, `a name is missing before ${token.text}`)
      const key = String(JSON.parse(token.text))
      this.expect(':')
      entries.push([key, this.value(path === '' ? key : `${path}.${key}`)])
    })
    return Object.fromEntries(entries)
  }

  private array(path: string): unknown[] {
    const entries: unknown[] = []
    this.list(path, ']', () => void entries.push(this.value(`${path}.${entries.length}`)))
    return entries
  }

  get done(): boolean {
    return this.at === this.tokens.length
  }
}

/** Parses JSON and remembers lines, so that an error in a content file is reported with its place. Throws JsonFault. */
export const parseJsonWithLines = (text: string): LocatedJson => {
  const reader = new Reader(tokensOf(text))
  const value = reader.value('')
  if (!reader.done) throw new JsonFault(text.split('\n').length, 'there is text after the end')
  const lineOf = (path: readonly PropertyKey[]): number => {
    const parts = path.map(String)
    for (let length = parts.length; length >= 0; length -= 1) {
      const line = reader.lines.get(parts.slice(0, length).join('.'))
      if (line !== undefined) return line
    }
    return 1
  }
  return { value, lineOf }
}
