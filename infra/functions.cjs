// osls reads functions of .cjs files, not of .ts files: this hands on the one in functions.ts.
module.exports = async (context) => (await import('./functions.ts')).functions(context)
