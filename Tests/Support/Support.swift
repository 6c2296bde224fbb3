/// What tests share.
