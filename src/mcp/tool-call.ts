import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import { functions } from '../functions/function.ts'
import { invokedFunction } from '../invocation/invoked-function.ts'
import { reported } from '../platform/http/answer/problem-response.ts'
import type { InProcessCaller } from '../platform/http/in-process-call.ts'
import { ActorChanged } from '../platform/http/request/authentication.ts'
import type { Actor } from '../platform/identity/actor.ts'
import * as z from '../platform/schema/schema.ts'
import { validated } from '../platform/schema/validation.ts'
import { Calling, Finding, findFunctions } from './tool-list.ts'

type Arguments = Record<string, unknown>

/** The person for whom a client works, and the caller of the endpoints that it runs. */
export interface ClientCaller {
  actor: Actor
  by: InProcessCaller
}

const DryRun = z.looseObject({ dry_run: z.boolean().default(false) })

/** Returns the call that a tool's arguments request; undefined if there is no such tool. */
const toCall = (name: string, args: Arguments): z.output<typeof Calling> | undefined => {
  if (name === 'call_function') return validated(Calling, args, 'body')
  const called = functions.find((one) => one.name === name)
  if (!called) return undefined
  if (called.effect === 'read') return { name, arguments: args, dry_run: false }
  const { dry_run, ...rest } = validated(DryRun, args, 'body')
  return { name, arguments: rest, dry_run }
}

const runTool = async (name: string, args: Arguments, { actor, by }: ClientCaller): Promise<object> => {
  if (name === 'find_function')
    return { functions: findFunctions(actor.role, validated(Finding, args, 'body').query) }
  const call = toCall(name, args)
  if (!call) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`)
  return invokedFunction(call.name, call, by, actor)
}

/** Maximum length of a result that is also sent as text, for clients that do not read structured content. */
const maxTextCharacters = 1_000_000

const toResult = (structuredContent: Arguments): CallToolResult => {
  const json = JSON.stringify(structuredContent)
  const text = json.length > maxTextCharacters ? 'The result is in structuredContent.' : json
  return { content: [{ type: 'text', text }], structuredContent }
}

/** Calls a tool; a refused call is a result with the problem's code and detail. Throws for an unknown tool. */
export const callTool = async (
  name: string,
  args: Arguments,
  caller: ClientCaller,
): Promise<CallToolResult> => {
  try {
    return toResult({ ...(await runTool(name, args, caller)) })
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof ActorChanged) throw error
    const { code, message } = reported(error, `tool ${name}`)
    const content = [{ type: 'text' as const, text: message }]
    return { isError: true, content, structuredContent: { code, detail: message } }
  }
}
