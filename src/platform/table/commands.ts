import * as sdk from '@aws-sdk/lib-dynamodb'

/*
 * All commands of the table are created here, because a lazily loaded part of a function shares this module with its
 * function. If that part imported the SDK itself, it would contain a second copy (decision 0039).
 */

export const batchGet = (input: sdk.BatchGetCommandInput) => new sdk.BatchGetCommand(input)
export const batchWrite = (input: sdk.BatchWriteCommandInput) => new sdk.BatchWriteCommand(input)
export const put = (input: sdk.PutCommandInput) => new sdk.PutCommand(input)
export const query = (input: sdk.QueryCommandInput) => new sdk.QueryCommand(input)
export const remove = (input: sdk.DeleteCommandInput) => new sdk.DeleteCommand(input)
export const scan = (input: sdk.ScanCommandInput) => new sdk.ScanCommand(input)
export const transactWrite = (input: sdk.TransactWriteCommandInput) => new sdk.TransactWriteCommand(input)
export const update = (input: sdk.UpdateCommandInput) => new sdk.UpdateCommand(input)
