import { parseSync, type Statement } from 'oxc-parser'

/** Replacements of a module in packaged functions, which export the names of what they replace. */
const replacements = '/packaged/'

const isFunction = (type: string | undefined): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/** Returns the names of the functions that a statement exports. */
const exportedFunctions = (statement: Statement): string[] => {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
  if (declaration?.type === 'FunctionDeclaration') return declaration.id ? [declaration.id.name] : []
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && isFunction(init?.type) ? [id.name] : [],
  )
}

/** Returns a sentence for each function name that several of these files export. */
export const refusedFunctionNames = (texts: Map<string, string>): string[] => {
  const exports = [...texts].flatMap(([file, text]) =>
    file.includes(replacements)
      ? []
      : parseSync(file, text)
          .program.body.flatMap((statement) => exportedFunctions(statement as Statement))
          .map((name) => ({ name, file })),
  )
  return [...Map.groupBy(exports, ({ name }) => name)]
    .filter(([, files]) => files.length > 1)
    .map(
      ([name, files]) =>
        `${files.map(({ file }) => file).join(', ')} export the function ${name}; a function has its own name.`,
    )
}
