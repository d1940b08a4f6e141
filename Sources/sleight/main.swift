print("sleight")
