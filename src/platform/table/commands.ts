import * as sdk from '@aws-sdk/lib-dynamodb'

/*
 * The commands of the table are made here alone: a part of a function that is loaded later shares this module with its
 * function; what imported the SDK itself would bring another one (decision 0039).
 */

export const batchGet = (input: sdk.BatchGetCommandInput) => new sdk.BatchGetCommand(input)
export const batchWrite = (input: sdk.BatchWriteCommandInput) => new sdk.BatchWriteCommand(input)
export const put = (input: sdk.PutCommandInput) => new sdk.PutCommand(input)
export const query = (input: sdk.QueryCommandInput) => new sdk.QueryCommand(input)
export const remove = (input: sdk.DeleteCommandInput) => new sdk.DeleteCommand(input)
export const scan = (input: sdk.ScanCommandInput) => new sdk.ScanCommand(input)
export const transactWrite = (input: sdk.TransactWriteCommandInput) => new sdk.TransactWriteCommand(input)
export const update = (input: sdk.UpdateCommandInput) => new sdk.UpdateCommand(input)
